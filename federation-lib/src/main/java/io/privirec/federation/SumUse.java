package io.privirec.federation;

import io.privirec.privacy.ledger.Equations;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.RoundKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The use of a sum in the privacy ledgers. The coordinator and every participant derive the same
/// use from the terms of a round.
public final class SumUse {
  private SumUse() {}

  /// The noise of a sum, or the equations that an exact sum tells.
  ///
  /// @param round of the algorithm
  /// @param kind of the attempt
  /// @param cohort of the attempt; every member learns the numbers of the next broadcast
  /// @throws io.privirec.privacy.PrivacyRefusal if no noise of this cohort is enough, or if the
  ///   attempt withstands fewer colluders than the noise allows for
  public static Use of(
      Algorithm algorithm, RoundSpec round, RoundKind kind, List<CohortMember> cohort) {
    return round.noise().isPresent()
            && algorithm.disclosure() instanceof Disclosure.NoisySums(PrivacyTerms terms)
        ? new Use.Noise(
            round.noise().get().mechanism(kind, cohort.size()),
            terms.unit(),
            terms.adjacency(),
            Optional.empty())
        : new Use.Exact(Optional.of(equations(algorithm, round, kind, cohort)));
  }

  private static Equations equations(
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
