/// A page to try the model with: search, choose, see what is recommended and why.
@NullMarked
package io.privirec.recommender.page;

import org.jspecify.annotations.NullMarked;
