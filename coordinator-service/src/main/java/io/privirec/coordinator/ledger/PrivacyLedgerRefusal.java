package io.privirec.coordinator.ledger;

/// Why nothing is opened. The message is a sentence for the caller.
public final class PrivacyLedgerRefusal extends RuntimeException {
  /// What the caller may act on.
  public enum Reason {
    /// The file is not what its head, or its copy, says. Nothing over data is opened until the
    /// operator has reconciled it.
    LEDGER_LOCKED("ledger-locked"),
    /// Somebody's account would exceed the budget.
    BUDGET_EXCEEDED("privacy-budget-exceeded"),
    /// Another replica is just at the file, whose connection to the database was lost; or the
    /// directory cannot be written to.
    UNAVAILABLE("unavailable"),
    /// There is nothing to reconcile.
    NOT_LOCKED("ledger-not-locked"),
    /// There is no copy, or no better one.
    COPY_UNUSABLE("ledger-copy-unusable"),
    /// What the file says cannot be believed.
    FILE_UNUSABLE("invalid-value");

    private final String code;

    Reason(String code) {
      this.code = code;
    }
  }

  private final Reason reason;

  PrivacyLedgerRefusal(Reason reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  /// Stable, lower-kebab.
  public String code() {
    return reason.code;
  }
}
