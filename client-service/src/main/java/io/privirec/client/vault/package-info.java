/// Encryption of secrets at rest. Entry type: [io.privirec.client.vault.Vault]. No storage here.
@NullMarked
package io.privirec.client.vault;

import org.jspecify.annotations.NullMarked;
