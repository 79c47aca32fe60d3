package io.privirec.federation;

/// A participant's refusal to contribute: the broadcast is not what an honest coordinator sends, or
/// a value of its own lies outside the stated bound. The message names the condition and carries no
/// user data.
public final class ContributionRefusedException extends RuntimeException {
  /// With the condition that failed.
  public ContributionRefusedException(String condition) {
    super(condition);
  }
}
