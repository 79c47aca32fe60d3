/// From a request to an answer of one release. Entry: [io.privirec.serving.ranking.Recommender].
@NullMarked
package io.privirec.serving.ranking;

import org.jspecify.annotations.NullMarked;
