/// The ledger as a metric.
@NullMarked
package io.privirec.coordinator.ledger.metrics;

import org.jspecify.annotations.NullMarked;
