/// What was opened, kept so that nobody changes it unseen: files of one line per sum, append only
/// and hash-chained, with limits over what stands in them.
///
/// Entry types: [io.privirec.privacy.ledger.LedgerDirectory] for the files,
/// [io.privirec.privacy.ledger.PrivacyLimits] for whether one more sum would be within. Callers
/// bring the time, and keep the [io.privirec.privacy.ledger.LedgerHead] elsewhere: a file alone
/// cannot tell that its end is missing.
@NullMarked
package io.privirec.privacy.ledger;

import org.jspecify.annotations.NullMarked;
