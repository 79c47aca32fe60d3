/// The steps of a participant in one secure sum: each step is checked against the terms of the
/// session, asked of the ledger, persisted and then sent.
///
/// Entry types: [io.privirec.client.round.Rounds] and [io.privirec.client.round.RoundWork].
@NullMarked
package io.privirec.client.round;

import org.jspecify.annotations.NullMarked;
