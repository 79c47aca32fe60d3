/// PriviRec and PriviRec-k: item degrees, the item Gram matrix and products with it, and the
/// filters folded from them.
@NullMarked
package io.privirec.federation.privirec;

import org.jspecify.annotations.NullMarked;
