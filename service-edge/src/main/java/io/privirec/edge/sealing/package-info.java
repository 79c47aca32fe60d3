/// The keys of a service's [io.privirec.crypto.sealing.KeyRing], from its configuration or its data
/// directory, and the exchange of keys under rows that were sealed before.
@NullMarked
package io.privirec.edge.sealing;

import org.jspecify.annotations.NullMarked;
