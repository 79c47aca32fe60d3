package io.privirec.privacy.ledger;

import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;

/// Why nothing was entered. The message is a sentence for the caller.
public abstract sealed class LedgerRefusal extends Exception {
  private LedgerRefusal(String detail) {
    super(detail);
  }

  /// Something has happened to the ledger.
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

  /// The attempt is in the ledger with another use: with the noise of another seed, for instance,
  /// as happens where a participant is restored to before it drew the first one.
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

  /// Something has happened to the ledger, or to what is known apart from it.
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

  /// There is no copy, or it is no better than the ledger.
  public static final class CopyUnusable extends LedgerRefusal {
    CopyUnusable(String why) {
      super(why);
    }
  }

  /// What the file says cannot be believed.
  public static final class FileUnusable extends LedgerRefusal {
    FileUnusable(String why) {
      super(why);
    }
  }
}
