package io.privirec.federation.ddppm;

/// A normal distribution of several numbers.
///
/// @param covariance row-major, symmetric, shape [n × n]; singular where numbers are fixed
@SuppressWarnings("ArrayRecordComponent") // never compared, and not kept by anybody else
public record Normal(double[] mean, double[] covariance) {
  public Normal {
    if (covariance.length != (long) mean.length * mean.length) {
      throw new IllegalArgumentException(
          "covariance must have %s² elements. Provided: %s"
              .formatted(mean.length, covariance.length));
    }
  }

  int dimension() {
    return mean.length;
  }
}
