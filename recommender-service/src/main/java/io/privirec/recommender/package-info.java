/// The recommender: finds and verifies releases and serves top-k from them.
@NullMarked
package io.privirec.recommender;

import org.jspecify.annotations.NullMarked;
