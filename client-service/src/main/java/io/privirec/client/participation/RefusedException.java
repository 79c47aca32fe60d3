package io.privirec.client.participation;

/// This participant does not go on with a session or round. The message carries no data of anybody.
public final class RefusedException extends Exception {
  private final Refusal reason;

  public RefusedException(Refusal reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  public RefusedException(Refusal reason, String detail, Throwable cause) {
    super(detail, cause);
    this.reason = reason;
  }

  /// Which condition failed.
  public Refusal reason() {
    return reason;
  }

  public static void require(boolean condition, Refusal otherwise, String detail)
      throws RefusedException {
    if (!condition) {
      throw new RefusedException(otherwise, detail);
    }
  }
}
