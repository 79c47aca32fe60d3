package io.privirec.client.recommendations;

/// Why nothing is recommended at home. The message says so to the caller.
public final class HomeRefusal extends RuntimeException {
  /// What the caller may act on.
  public enum Reason {
    UNKNOWN_USER,
    AMBIGUOUS_USER,
    UNKNOWN_MODEL,
    NO_RELEASE
  }

  private final Reason reason;

  HomeRefusal(Reason reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  static HomeRefusal unknownUser() {
    return new HomeRefusal(Reason.UNKNOWN_USER, "nobody here has this user");
  }
}
