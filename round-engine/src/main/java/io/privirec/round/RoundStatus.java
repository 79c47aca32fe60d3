package io.privirec.round;

/// Where one attempt of a round stands.
///
/// - [#OPEN] — the protocol ends with an unmasking → [#SUMMING]; it aborts, or the session is
///   cancelled → [#FAILED]
/// - [#SUMMING] — the sum lies on disk → [#DONE]; it cannot be made → [#FAILED]
public enum RoundStatus {
  OPEN,
  SUMMING,
  DONE,
  FAILED;

  /// Whether nothing changes any more.
  public boolean isOver() {
    return this == DONE || this == FAILED;
  }
}
