package io.privirec.client.ledger;

import io.privirec.privacy.ledger.LedgerHead;

/// A head that this participant's ledger once had, by its own signature.
///
/// @param at when the last entry was made, milliseconds since 1970
public record WitnessedHead(LedgerHead head, long at) {}
