package io.privirec.client.ledger;

import io.privirec.privacy.ledger.LimitDecision;

/// Why a participant's data does not come into a sum. The message says so, with the numbers.
public abstract sealed class SumRefusal extends RuntimeException {
  private SumRefusal(String message) {
    super(message);
  }

  /// Something has happened to the ledger, or to the database.
  public static final class Locked extends SumRefusal {
    Locked(String why) {
      super(why);
    }
  }

  /// The sum would be above a limit.
  public static final class AboveLimit extends SumRefusal {
    private final transient LimitDecision.Refused decision;

    AboveLimit(LimitDecision.Refused decision) {
      super(decision.inWords());
      this.decision = decision;
    }

    public LimitDecision.Refused decision() {
      return decision;
    }
  }

  /// The session states a larger δ than the limits have.
  public static final class DeltaAbove extends SumRefusal {
    DeltaAbove(double delta, double most) {
      super(
          "delta %s is above %s, the delta of this holder's limits (privirec.client.privacy.delta)"
              .formatted(delta, most));
    }
  }

  /// The attempt was entered with another seed, or otherwise.
  public static final class OtherUse extends SumRefusal {
    OtherUse(String message) {
      super(message);
    }
  }

  /// The round has other survivors in the ledger.
  public static final class OtherSurvivors extends SumRefusal {
    OtherSurvivors(String message) {
      super(message);
    }
  }

  /// The noise does not allow for enough participants who tell theirs.
  public static final class TooFewColluders extends SumRefusal {
    TooFewColluders(int colluders, int least) {
      super(
          "the noise allows for %s colluders, and this holder wants at least %s"
              .formatted(colluders, least));
    }
  }
}
