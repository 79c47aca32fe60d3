/// How many requests a caller may send, told in the headers of every answer. Entry type:
/// [io.privirec.edge.rate.RateLimitFilter].
@NullMarked
package io.privirec.edge.rate;

import org.jspecify.annotations.NullMarked;
