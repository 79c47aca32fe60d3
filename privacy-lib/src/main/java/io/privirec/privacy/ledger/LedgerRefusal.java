package io.privirec.privacy.ledger;

import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;

/// The reason why nothing was entered. The message is a sentence for the caller.
public abstract sealed class LedgerRefusal extends Exception {
  private LedgerRefusal(String detail) {
    super(detail);
  }

  /// The ledger is damaged.
  public static final class IsDamaged extends LedgerRefusal {
    private final LedgerCheck.Damaged damage;

    IsDamaged(LedgerCheck.Damaged damage) {
      super(damage.inWords());
      this.damage = damage;
    }

    public LedgerCheck.Damaged damage() {
      return damage;
    }
  }

  /// The attempt is in the ledger with another use, for instance with the noise of another seed. A
  /// participant that was restored to an older state draws another seed.
  public static final class OtherUse extends LedgerRefusal {
    OtherUse(Sum entered) {
      super(
          "attempt %s of round %s of session %s was entered with another seed, or another mechanism"
              .formatted(entered.attempt(), entered.index(), entered.session()));
    }
  }

  /// The round has other survivors in the ledger. A second sum under the same masks would show the
  /// difference of the two.
  public static final class OtherSurvivors extends LedgerRefusal {
    OtherSurvivors(Survivors entered) {
      super(
          "round %s of session %s was opened over other survivors"
              .formatted(entered.round(), entered.session()));
    }
  }

  /// There is no copy that the ledger could be restored from.
  public static final class NoCopy extends LedgerRefusal {
    NoCopy() {
      super("no copy of the ledger is kept");
    }
  }

  /// The ledger is damaged, or the database contradicts the ledger.
  public static final class Locked extends LedgerRefusal {
    Locked(String why) {
      super(why);
    }
  }

  /// There is nothing to reconcile.
  public static final class NotLocked extends LedgerRefusal {
    NotLocked(String ledger) {
      super("the ledger %s is not locked".formatted(ledger));
    }
  }

  /// There is no copy, or the copy is no better than the ledger.
  public static final class CopyUnusable extends LedgerRefusal {
    CopyUnusable(String why) {
      super(why);
    }
  }

  /// The file is damaged, or entries are missing at its end.
  public static final class FileUnusable extends LedgerRefusal {
    FileUnusable(String why) {
      super(why);
    }
  }
}
