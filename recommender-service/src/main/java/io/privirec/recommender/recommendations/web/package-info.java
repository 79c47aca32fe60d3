/// Recommendations and scores over HTTP.
@NullMarked
package io.privirec.recommender.recommendations.web;

import org.jspecify.annotations.NullMarked;
