/// Secrets as a type. Nothing here computes; a place that needs the raw bytes calls
/// [io.privirec.crypto.secret.SecretBytes#expose()], which is the word to search for in a review.
@NullMarked
package io.privirec.crypto.secret;

import org.jspecify.annotations.NullMarked;
