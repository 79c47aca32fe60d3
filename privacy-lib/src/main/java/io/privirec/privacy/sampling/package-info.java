/// Exact samplers of integer noise. Every class here computes with integers only: a test reads the
/// byte code and refuses floating point, because rounding moves probabilities and shows in the
/// noise's last bits (Mironov 2012).
///
/// Entry type: [io.privirec.privacy.sampling.IntegerSampler].
@NullMarked
package io.privirec.privacy.sampling;

import org.jspecify.annotations.NullMarked;
