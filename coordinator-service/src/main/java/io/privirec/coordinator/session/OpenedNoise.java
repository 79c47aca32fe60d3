package io.privirec.coordinator.session;

import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.federation.EquationsTold;
import io.privirec.federation.RoundSpec;
import io.privirec.privacy.Distributed;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.round.Round;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What sums take of privacy.
final class OpenedNoise {
  private OpenedNoise() {}

  /// One sum, by the record of its round.
  static Use use(Algorithm algorithm, RoundSpec spec, RoundKind kind, List<CohortMember> cohort) {
    return spec.noise().isPresent()
            && algorithm.disclosure() instanceof Disclosure.NoisySums(var terms)
        ? new Use.Noise(
            spec.noise().get().mechanism(kind, cohort.size()),
            terms.unit(),
            terms.adjacency(),
            Optional.empty())
        : new Use.Exact(Optional.of(EquationsTold.of(algorithm, spec, kind, cohort)));
  }

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
        .map(terms -> use(algorithm, terms))
        .filter(Use.Noise.class::isInstance)
        .map(use -> ((Use.Noise) use).mechanism())
        .toList();
  }

  private record ClosedSum(int round, List<CohortMember> cohort) {}

  private static Use use(Algorithm algorithm, RoundRecord terms) {
    return use(algorithm, algorithm.specs().get(terms.roundIndex()), terms.kind(), terms.cohort());
  }

  private static Phase openFrom(Round attempt) {
    return attempt.terms().isClosed() ? Phase.MASKED_INPUT : Phase.UNMASK;
  }
}
