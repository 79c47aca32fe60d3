/// Batches and jobs over HTTP.
@NullMarked
package io.privirec.recommender.batch.web;

import org.jspecify.annotations.NullMarked;
