/// Matrices and the dense kernels that everything else is made of: the binary interaction matrix,
/// row-major float matrices, packed products and small symmetric eigenproblems.
///
/// Nothing in here knows about recommending; products accumulate in one fixed order, so results do
/// not depend on the machine's lane width or the number of threads.
@NullMarked
package io.privirec.filter.matrix;

import org.jspecify.annotations.NullMarked;
