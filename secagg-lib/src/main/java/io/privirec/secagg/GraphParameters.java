package io.privirec.secagg;

/// The degree of a random sharing graph and the threshold of its secret sharing.
///
/// @param neighbours neighbours of every participant, even, at least 2; each holds one share
/// @param threshold shares that reconstruct a secret, in [2, neighbours]
public record GraphParameters(int neighbours, int threshold) {
  public GraphParameters {
    if (neighbours < 2 || neighbours % 2 != 0) {
      throw new IllegalArgumentException(
          "neighbours must be even and at least 2. Provided value: " + neighbours);
    }
    if (threshold < 2 || threshold > neighbours) {
      throw new IllegalArgumentException(
          "threshold must be in [2, " + neighbours + "]. Provided value: " + threshold);
    }
  }
}
