/// Recommendations per user id over HTTP.
@NullMarked
package io.privirec.client.recommendations.web;

import org.jspecify.annotations.NullMarked;
