package io.privirec.privacy;

import io.privirec.privacy.sampling.Variance;

/// Why no privacy is claimed: a theorem does not hold, or what was asked for is no claim. The
/// message is a sentence for the caller, with the range and the value.
public abstract sealed class PrivacyRefusal extends RuntimeException {
  private PrivacyRefusal(String detail) {
    super(detail);
  }

  /// ε must be positive and finite.
  public static final class EpsilonOutOfRange extends PrivacyRefusal {
    EpsilonOutOfRange(double epsilon) {
      super("epsilon must be positive and finite. Provided value: " + epsilon);
    }
  }

  /// δ must be a probability that is neither 0 nor 1.
  public static final class DeltaOutOfRange extends PrivacyRefusal {
    DeltaOutOfRange(double delta) {
      super("delta must be in (0, 1). Provided value: " + delta);
    }
  }

  /// Sums of discrete Gaussians with a small local σ are far from Gaussian.
  public static final class NoiseTooSmall extends PrivacyRefusal {
    /// @param least accepted variance
    NoiseTooSmall(Variance local, long least) {
      super(
          "the local variance must be at least %s, a standard deviation of 4. Provided value: %s"
              .formatted(least, local));
    }
  }

  /// No sampler draws the noise that is accounted for.
  public static final class NotSampled extends PrivacyRefusal {
    NotSampled(String detail) {
      super(detail);
    }
  }

  /// The textbook's formula for Gaussian noise is a theorem for ε below 1 only.
  public static final class ClassicalFormulaInvalid extends PrivacyRefusal {
    ClassicalFormulaInvalid(double epsilon) {
      super(
          "the classical formula for Gaussian noise needs epsilon below 1. Provided value: "
              + epsilon);
    }
  }

  /// Colluders and dropouts leave nobody whose noise counts.
  public static final class NoHonestNoise extends PrivacyRefusal {
    NoHonestNoise(int participants, int colluders, int dropouts) {
      super(
          "of %s participants, %s colluders and %s dropouts leave nobody whose noise counts"
              .formatted(participants, colluders, dropouts));
    }
  }

  /// The round itself withstands fewer colluders than its noise is counted on.
  public static final class ColludersNotWithstood extends PrivacyRefusal {
    ColludersNotWithstood(int colluders, int withstood) {
      super(
          "the noise allows for %s colluders and the round withstands %s; state at least %s corrupt participants"
              .formatted(colluders, withstood, colluders));
    }
  }

  /// The grid is so coarse that rounding, not the data, decides how much noise is needed.
  public static final class GranularityTooCoarse extends PrivacyRefusal {
    GranularityTooCoarse(double granularity, double limit) {
      super(
          "granularity must be at most clip / (5 sqrt(dimension)) = %s. Provided value: %s"
              .formatted(limit, granularity));
    }
  }

  /// No noise that can be drawn is enough.
  public static final class TargetUnreachable extends PrivacyRefusal {
    TargetUnreachable(Variance largest) {
      super("even a local variance of %s is too little noise".formatted(largest));
    }
  }

  /// The view sees more than the noise covers.
  public static final class ViewNotCovered extends PrivacyRefusal {
    ViewNotCovered(String detail) {
      super(detail);
    }
  }
}
