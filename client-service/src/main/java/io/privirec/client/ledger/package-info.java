/// Each participant's own ledger: every sum that its data was in, exact or with noise, the limits
/// over it, and what happens after a restore. The coordinator has no say in it.
///
/// Entry type: [io.privirec.client.ledger.PrivacyLedgers].
@NullMarked
package io.privirec.client.ledger;

import org.jspecify.annotations.NullMarked;
