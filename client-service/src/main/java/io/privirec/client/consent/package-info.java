/// The decision whether a participant takes part in a session: terms are checked at first contact,
/// the holder is told what the sums disclose, and the service or a person consents.
///
/// Entry type: [io.privirec.client.consent.SessionWork].
@NullMarked
package io.privirec.client.consent;

import org.jspecify.annotations.NullMarked;
