package io.privirec.coordinator.session;

import io.privirec.federation.Algorithm;
import io.privirec.federation.SumUse;
import io.privirec.privacy.Distributed;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.round.Round;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.Phase;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The noise of sums that were opened.
final class OpenedNoise {
  private OpenedNoise() {}

  /// The noise of all attempts whose sum was opened, or may have been. A closed round that failed
  /// while masked values were awaited may have been opened by a coordinator that knows the secrets
  /// of those who were missing. Attempts of a closed round over the same cohort have the same
  /// noise, and count once.
  static List<Distributed> of(Algorithm algorithm, List<Round> attempts) {
    Set<ClosedSum> seen = new HashSet<>();
    return attempts.stream()
        .filter(attempt -> attempt.phase().compareTo(openFrom(attempt)) >= 0)
        .map(Round::terms)
        .filter(terms ->
            !terms.isClosed() || seen.add(new ClosedSum(terms.roundIndex(), terms.cohort())))
        .map(terms ->
            SumUse.of(
                algorithm, algorithm.specs().get(terms.roundIndex()), terms.kind(), terms.cohort()))
        .flatMap(
            use -> use instanceof Use.Noise noise ? Stream.of(noise.mechanism()) : Stream.empty())
        .toList();
  }

  private record ClosedSum(int round, List<CohortMember> cohort) {}

  private static Phase openFrom(Round attempt) {
    return attempt.terms().isClosed() ? Phase.MASKED_INPUT : Phase.UNMASK;
  }
}
