/// `privirec bisect`: which cell's contributions are out of range. Entry: [BisectCommand].
@NullMarked
package io.privirec.operator.bisection;

import org.jspecify.annotations.NullMarked;
