/// Secure aggregation after Bell et al. 2020 (CCS): what both sides of a round share.
///
/// Entry type: [io.privirec.secagg.RoundRecord], the signed terms of one secure sum. The two sides
/// are [io.privirec.secagg.participant.ParticipantProtocol] and
/// [io.privirec.secagg.coordinator.CoordinatorProtocol]; both are pure functions of state and
/// event. No clock, storage, network, logger or framework belongs below this package.
@NullMarked
package io.privirec.secagg;

import org.jspecify.annotations.NullMarked;
