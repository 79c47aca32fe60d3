/// What was opened of whose data: an entry for every sum over data before its round is opened, and
/// the budget that no participant's account may exceed. Entry type:
/// [io.privirec.coordinator.ledger.CoordinatorLedger].
@NullMarked
package io.privirec.coordinator.ledger;

import org.jspecify.annotations.NullMarked;
