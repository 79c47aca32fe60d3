/// Many requests at once: a stream that is answered line by line, and jobs in the background. Both
/// answer in the order of the requests and score on a bounded number of threads.
@NullMarked
package io.privirec.recommender.batch;

import org.jspecify.annotations.NullMarked;
