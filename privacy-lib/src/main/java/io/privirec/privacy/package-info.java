/// What noise protects: mechanisms, how their losses compose, and the claims that follow.
///
/// Entry types: [io.privirec.privacy.PrivacyClaim] for what may be said,
/// [io.privirec.privacy.Composition] for ε of any releases, [io.privirec.privacy.Distributed] for
/// the noise of a round. Samplers are in `sampling`, what is done to data before noise is in
/// `encoding`, releases as text in `text`, what was opened in `ledger`. Clocks belong to the
/// services.
@NullMarked
package io.privirec.privacy;

import org.jspecify.annotations.NullMarked;
