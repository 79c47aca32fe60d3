package io.privirec.privacy;

/// A mechanism that was, or may be, used some times on the same data.
///
/// @param count how often, at least 1
public record Release(Mechanism mechanism, int count) {
  public Release {
    if (count < 1) {
      throw new IllegalArgumentException("count must be at least 1. Provided value: " + count);
    }
  }
}
