/// Metrics of rounds. No name or label speaks of one session or participant.
@NullMarked
package io.privirec.coordinator.round.metrics;

import org.jspecify.annotations.NullMarked;
