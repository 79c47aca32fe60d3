/// What the hot paths cost, beside the bars they must keep. Nothing here is used by the product.
///
/// Entry type: [io.privirec.bench.Bars]. Classes named `…Benchmark` are JMH's; the others take the
/// processor time of a thread themselves, for work that runs too long, or only once.
@NullMarked
package io.privirec.bench;

import org.jspecify.annotations.NullMarked;
