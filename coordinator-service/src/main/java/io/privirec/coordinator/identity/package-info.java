/// The coordinator's own Ed25519 identity: it signs round records and releases, and participants
/// pin it.
@NullMarked
package io.privirec.coordinator.identity;

import org.jspecify.annotations.NullMarked;
