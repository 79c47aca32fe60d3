/// Every error as RFC 9457 problem details, also those of filters and of the container.
@NullMarked
package io.privirec.edge.problem;

import org.jspecify.annotations.NullMarked;
