/// Alternating least squares: items' factors from closed sums, users' vectors that never leave
/// their participant.
@NullMarked
package io.privirec.federation.als;

import org.jspecify.annotations.NullMarked;
