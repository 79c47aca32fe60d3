package io.privirec.privacy.sampling;

/// Independent integers of one distribution, drawn exactly from the bytes of one stream.
///
/// The values are a function of the stream alone: how they are split into calls does not matter,
/// and the same bytes give the same values. A sampler keeps the rest of its last block of bytes, so
/// one stream feeds one sampler. Not thread-safe. Memory does not depend on how many values are
/// drawn.
///
/// Rejection takes a time that depends on the values. Who can time a single call learns something
/// about them: draw in batches, and before data is read.
public sealed interface IntegerSampler permits DiscreteGaussianSampler, SkellamSampler {
  /// Overwrites `count` elements from `from` on with the next values.
  ///
  /// @throws IndexOutOfBoundsException if the range is not inside the array; nothing is drawn then
  void fill(long[] values, int from, int count);

  /// Overwrites all elements with the next values.
  default void fill(long[] values) {
    fill(values, 0, values.length);
  }
}
