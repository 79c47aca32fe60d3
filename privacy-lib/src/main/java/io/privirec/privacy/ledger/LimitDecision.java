package io.privirec.privacy.ledger;

import io.privirec.privacy.PrivacyTarget;
import io.privirec.privacy.Unit;
import io.privirec.privacy.text.Label;

/// Whether a sum is within limits, with the numbers that decided.
public sealed interface LimitDecision {
  /// A sentence without a full stop.
  String inWords();

  /// It may be opened.
  ///
  /// @param ofSum ε of the request alone: of a sum, or of a session's reservation
  /// @param before ε of the period without it
  /// @param after ε of the period with it
  /// @param limit of the period
  record Within(double ofSum, double before, double after, PrivacyTarget limit)
      implements LimitDecision {
    @Override
    public String inWords() {
      return "epsilon %s is asked for, and with it %s of %s at delta %s are spent or reserved in the period"
          .formatted(ofSum, after, limit.epsilon(), limit.delta());
    }
  }

  /// It may not be opened.
  sealed interface Refused extends LimitDecision {}

  /// The sum alone is above its limit.
  record SumAbove(double ofSum, PrivacyTarget limit) implements Refused {
    @Override
    public String inWords() {
      return "the sum has epsilon %s at delta %s, and a sum may have %s"
          .formatted(ofSum, limit.delta(), limit.epsilon());
    }
  }

  /// The sums of its session are above their limit with it.
  ///
  /// @param ofSum ε of the request alone
  /// @param ofSession ε of all sums of the session with it
  record SessionAbove(double ofSum, double ofSession, PrivacyTarget limit) implements Refused {
    @Override
    public String inWords() {
      return "the session has epsilon %s at delta %s, and a session may have %s"
          .formatted(ofSession, limit.delta(), limit.epsilon());
    }
  }

  /// The sums since the ledger began are above their limit with it.
  ///
  /// @param ofSum ε of the request alone
  /// @param before ε of all sums without it
  /// @param after ε of all sums with it
  record LifetimeAbove(double ofSum, double before, double after, PrivacyTarget limit)
      implements Refused {
    @Override
    public String inWords() {
      return "epsilon %s at delta %s is asked for; %s of %s are spent or reserved since the ledger began, and with it %s would be"
          .formatted(ofSum, limit.delta(), before, limit.epsilon(), after);
    }
  }

  /// The sums of the period are above their limit with it.
  ///
  /// @param ofSum ε of the request alone
  /// @param before ε of the period without it
  /// @param after ε of the period with it
  record AllAbove(double ofSum, double before, double after, PrivacyTarget limit)
      implements Refused {
    @Override
    public String inWords() {
      return "epsilon %s at delta %s is asked for; %s of %s are spent or reserved in the period, and with it %s would be"
          .formatted(ofSum, limit.delta(), before, limit.epsilon(), after);
    }
  }

  /// After a restore, all of the period counts as spent.
  ///
  /// @param ofSum ε of the request alone
  record AllPresumed(double ofSum, PrivacyTarget limit) implements Refused {
    @Override
    public String inWords() {
      return "epsilon %s at delta %s is asked for; after a restore, all of %s counts as spent in the period"
          .formatted(ofSum, limit.delta(), limit.epsilon());
    }
  }

  /// Limits are about a user's data, and the noise protects less.
  record UnitTooSmall(Unit unit) implements Refused {
    @Override
    public String inWords() {
      return "limits are about all data of a user, and the noise protects the unit "
          + Label.of(unit);
    }
  }
}
