/// Runs the housekeeping from time to time.
@NullMarked
package io.privirec.coordinator.housekeeping.schedule;

import org.jspecify.annotations.NullMarked;
