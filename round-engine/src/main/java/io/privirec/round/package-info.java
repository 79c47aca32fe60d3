/// One secure sum of one vector: the protocol's event log, the staged chunks and their sum. What a
/// sum is for belongs to whoever opens the round.
///
/// [io.privirec.round.RoundEngine] puts the parts together: [io.privirec.round.Rounds] takes
/// messages and closes phases, [io.privirec.round.ChunkStaging] takes chunks,
/// [io.privirec.round.WindowedSpool] sums them while they come in, [io.privirec.round.RoundSummer]
/// makes the sum. The ports are interfaces: [io.privirec.round.RoundStore],
/// [io.privirec.round.ChunkStore] and [io.privirec.round.SpoolStore] are one database,
/// [io.privirec.round.BlobStore] and [io.privirec.round.SumEngine] a disk and its cores, or a
/// cluster; `local` has those of one machine.
@NullMarked
package io.privirec.round;

import org.jspecify.annotations.NullMarked;
