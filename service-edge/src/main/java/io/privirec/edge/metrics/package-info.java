/// What Prometheus is told of requests, in few lines: a scrape has a bound, whatever a service is
/// asked.
@NullMarked
package io.privirec.edge.metrics;

import org.jspecify.annotations.NullMarked;
