/// What algorithms with noise share: privacy of users as sessions ask for it, and the first sum,
/// noisy counts of items.
@NullMarked
package io.privirec.federation.noise;

import org.jspecify.annotations.NullMarked;
