/// One secure sum of one vector: the protocol's event log, the staged chunks and their sum. Entry
/// types: [io.privirec.coordinator.round.Rounds], [io.privirec.coordinator.round.ChunkStaging],
/// [io.privirec.coordinator.round.RoundSummer]. What a sum is for belongs to sessions.
@NullMarked
package io.privirec.coordinator.round;

import org.jspecify.annotations.NullMarked;
