/// Load on the running recommender: requests that come whether earlier ones are answered or not.
@NullMarked
package io.privirec.acceptance.load;

import org.jspecify.annotations.NullMarked;
