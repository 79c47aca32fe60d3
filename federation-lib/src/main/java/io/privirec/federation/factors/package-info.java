/// Sessions that end with factors of the items: power iterations over secure sums, without noise
/// and with it, and the release that is made of factors.
@NullMarked
package io.privirec.federation.factors;

import org.jspecify.annotations.NullMarked;
