package io.privirec.privacy.ledger;

import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.Mechanism;
import io.privirec.privacy.PrivacyTarget;
import io.privirec.privacy.Release;
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
    return decide(entries, next.unit(), List.of(next.mechanism()), now);
  }

  /// Whether more sums would be within, all of them.
  ///
  /// @param unit that the mechanisms' sensitivities are about
  /// @param next the mechanism of each
  public LimitDecision decide(
      List<LedgerEntry> entries, Unit unit, List<? extends Mechanism> next, long now) {
    if (unit != Unit.USER && unit != Unit.PARTICIPANT) {
      return new LimitDecision.UnitTooSmall(unit);
    }
    double largest = 0;
    for (Mechanism one : next) {
      Composition alone = Composition.of(one, 1);
      largest = Math.max(largest, epsilon(alone));
      if (!sum.isMetBy(alone)) {
        return new LimitDecision.SumAbove(largest, sum);
      }
    }
    PrivacySpent spent = spent(entries, now);
    if (spent.isPresumed()) {
      return new LimitDecision.AllPresumed(largest, all);
    }
    Composition with =
        spent.noise().plus(new Composition(next.stream().map(one -> new Release(one, 1)).toList()));
    double before = spent.epsilon(delta());
    return all.isMetBy(with)
        ? new LimitDecision.Within(largest, before, epsilon(with), all)
        : new LimitDecision.AllAbove(largest, before, epsilon(with), all);
  }

  private double epsilon(Composition composition) {
    return composition.epsilon(delta(), Conversion.CKS).epsilon();
  }
}
