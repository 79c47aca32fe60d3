/// Removal of what nobody needs any more. Entry type:
/// [io.privirec.coordinator.housekeeping.Housekeeping]. What that is, each feature says itself, as
/// a [io.privirec.coordinator.housekeeping.Collector].
@NullMarked
package io.privirec.coordinator.housekeeping;

import org.jspecify.annotations.NullMarked;
