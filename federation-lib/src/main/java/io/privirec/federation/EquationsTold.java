package io.privirec.federation;

import io.privirec.privacy.ledger.Equations;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.RoundKind;
import java.util.List;
import java.util.OptionalInt;

/// The equations of a sum without noise, as both sides enter them in their ledgers.
public final class EquationsTold {
  private EquationsTold() {}

  /// Returns what the sum of a round tells, and whom.
  ///
  /// @param cohort of the round's record; every member learns what the next broadcast is made of
  public static Equations of(
      Algorithm algorithm, RoundSpec round, RoundKind kind, List<CohortMember> cohort) {
    int ofPeers = algorithm.columnsOfPeers(round);
    return new Equations(
        algorithm.id(),
        kind instanceof RoundKind.Closed closed ? closed.cells() : List.of(),
        round.columns(),
        ofPeers,
        ofPeers == 0 ? List.of() : cohort.stream().map(member -> member.id().value()).toList(),
        algorithm.disclosure() instanceof Disclosure.ExactSums exact
            ? OptionalInt.of(exact.minSupport())
            : OptionalInt.empty());
  }
}
