package io.privirec.privacy.ledger;

import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.PrivacyTarget;
import io.privirec.privacy.Unit;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import java.util.List;

/// How much may be spent: ε of a single sum, and of all sums within a period, at one δ, of the data
/// of a user.
///
/// @param sum what one sum must not exceed
/// @param all what all sums of a period must not exceed together, at the same δ
/// @param periodMillis how long a sum counts, positive
public record PrivacyLimits(PrivacyTarget sum, PrivacyTarget all, long periodMillis) {
  public PrivacyLimits {
    if (sum.delta() != all.delta()) {
      throw new IllegalArgumentException(
          "limits need one delta. Provided values: %s, %s".formatted(sum.delta(), all.delta()));
    }
    if (periodMillis < 1) {
      throw new IllegalArgumentException(
          "period must be positive. Provided value: " + periodMillis);
    }
  }

  public double delta() {
    return all.delta();
  }

  /// What counts at some time.
  public PrivacySpent spent(List<LedgerEntry> entries, long now) {
    return PrivacySpent.since(entries, now - periodMillis);
  }

  /// Whether one more sum would be within. What it would add is counted by its mechanism, and by
  /// nobody's word.
  ///
  /// @param entries that may count, without the one in question
  /// @param now in milliseconds since 1970
  public LimitDecision decide(List<LedgerEntry> entries, Use.Noise next, long now) {
    if (next.unit() != Unit.USER && next.unit() != Unit.PARTICIPANT) {
      return new LimitDecision.UnitTooSmall(next.unit());
    }
    Composition alone = Composition.of(next.mechanism(), 1);
    double ofSum = epsilon(alone);
    if (!sum.isMetBy(alone)) {
      return new LimitDecision.SumAbove(ofSum, sum);
    }
    PrivacySpent spent = spent(entries, now);
    if (spent.isPresumed()) {
      return new LimitDecision.AllPresumed(ofSum, all);
    }
    double before = spent.epsilon(delta());
    Composition with = spent.noise().plus(alone);
    double after = epsilon(with);
    return all.isMetBy(with)
        ? new LimitDecision.Within(ofSum, before, after, all)
        : new LimitDecision.AllAbove(ofSum, before, after, all);
  }

  private double epsilon(Composition composition) {
    return composition.epsilon(delta(), Conversion.CKS).epsilon();
  }
}
