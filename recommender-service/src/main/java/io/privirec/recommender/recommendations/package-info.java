/// Answers from the model in use, over HTTP.
@NullMarked
package io.privirec.recommender.recommendations;

import org.jspecify.annotations.NullMarked;
