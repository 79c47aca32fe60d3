package io.privirec.privacy.ledger;

import io.privirec.privacy.Composition;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Returned;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/// Reservations that are not returned yet.
///
/// @param left ρ by session that its sums have not used yet, from 0 on
public record Reservations(Map<String, Double> left) {
  /// A sum whose ρ exceeds the rest by less than this part is within: the rest is a difference of
  /// rounded numbers.
  private static final double ROUNDING = 1e-9;

  public Reservations {
    left = Collections.unmodifiableMap(new LinkedHashMap<>(left));
  }

  /// Reads the open reservations of an account, or of a whole ledger.
  ///
  /// @param entries in the order of the ledger
  public static Reservations of(List<LedgerEntry> entries) {
    Map<String, Double> left = new LinkedHashMap<>();
    for (LedgerEntry entry : entries) {
      switch (entry) {
        case Reserved reserved -> left.merge(reserved.session(), reserved.rho(), Double::sum);
        case Returned returned -> left.remove(returned.session());
        case Sum sum -> {
          if (sum.use() instanceof Use.Noise noise) {
            left.computeIfPresent(
                sum.session(), (_, rest) -> Math.max(0, rest - rho(noise).orElse(0)));
          }
        }
        case Presumed _, Survivors _ -> {}
      }
    }
    return new Reservations(left);
  }

  /// Returns the entries that end the open reservations of sessions that are over.
  ///
  /// @param entries in the order of the ledger
  /// @param isOver whether the session of that id opens no further sum
  /// @param at the time of the entries, in milliseconds since 1970
  public static List<Returned> ends(List<LedgerEntry> entries, Predicate<String> isOver, long at) {
    Reservations open = of(entries);
    return entries.stream()
        .filter(Reserved.class::isInstance)
        .map(Reserved.class::cast)
        .filter(reserved -> open.isOpen(reserved.session()) && isOver.test(reserved.session()))
        .map(reserved -> new Returned(at, reserved.session(), reserved.participants()))
        .distinct()
        .toList();
  }

  private static OptionalDouble rho(Use.Noise noise) {
    return Composition.of(noise.mechanism(), 1).rho();
  }

  /// Whether a session has a reservation that it has not returned.
  public boolean isOpen(String session) {
    return left.containsKey(session);
  }

  /// Returns the ρ that a session has left; 0 without a reservation.
  public double leftOf(String session) {
    return left.getOrDefault(session, 0.0);
  }

  /// Returns the ρ that all sessions have left together.
  public double rho() {
    return left.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /// Whether the reservation of a session covers one more sum.
  boolean cover(String session, Use.Noise next) {
    OptionalDouble rho = rho(next);
    return isOpen(session)
        && rho.isPresent()
        && rho.getAsDouble() * (1 - ROUNDING) <= leftOf(session);
  }
}
