/// Sessions as metrics.
@NullMarked
package io.privirec.coordinator.session.metrics;

import org.jspecify.annotations.NullMarked;
