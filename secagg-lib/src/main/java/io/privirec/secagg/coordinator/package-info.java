/// The coordinator's side of a round.
///
/// Entry type: [io.privirec.secagg.coordinator.CoordinatorProtocol]. Vectors never live in a state:
/// it records who is included, and the sum is computed elsewhere from the uploads of exactly those.
@NullMarked
package io.privirec.secagg.coordinator;

import org.jspecify.annotations.NullMarked;
