/// Specified, seekable pseudo-randomness for public values: splits, start bases, synthetic data.
///
/// Nothing secret may be drawn from it.
@NullMarked
package io.privirec.filter.random;

import org.jspecify.annotations.NullMarked;
