/// The seam between secure sums and the algorithms that are made of them: what a round sums, what a
/// participant contributes, and what the coordinator makes of the sums. Each family of algorithms
/// is a package below.
@NullMarked
package io.privirec.federation;

import org.jspecify.annotations.NullMarked;
