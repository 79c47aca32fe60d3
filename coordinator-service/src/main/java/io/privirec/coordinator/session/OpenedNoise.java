package io.privirec.coordinator.session;

import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.federation.RoundSpec;
import io.privirec.privacy.Distributed;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.round.Round;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import java.util.List;
import java.util.Optional;

/// What sums take of privacy.
final class OpenedNoise {
  private OpenedNoise() {}

  /// One sum, by the record of its round.
  ///
  /// @param participants n of the record
  static Use use(Algorithm algorithm, RoundSpec spec, RoundKind kind, int participants) {
    return spec.noise().isPresent()
            && algorithm.disclosure() instanceof Disclosure.NoisySums(var terms)
        ? new Use.Noise(
            spec.noise().get().mechanism(kind, participants),
            terms.unit(),
            terms.adjacency(),
            Optional.empty())
        : new Use.Exact();
  }

  /// The noise of all attempts whose sum was opened, or may have been. A closed round that failed
  /// while masked values were awaited may have been opened by a coordinator that knows the secrets
  /// of those who were missing.
  static List<Distributed> of(Algorithm algorithm, List<Round> attempts) {
    return attempts.stream()
        .filter(attempt -> attempt.phase().compareTo(openFrom(attempt)) >= 0)
        .map(attempt -> use(algorithm, attempt.terms()))
        .filter(Use.Noise.class::isInstance)
        .map(use -> ((Use.Noise) use).mechanism())
        .toList();
  }

  private static Use use(Algorithm algorithm, RoundRecord terms) {
    return use(
        algorithm, algorithm.rounds().get(terms.roundIndex()), terms.kind(), terms.cohort().size());
  }

  private static Phase openFrom(Round attempt) {
    return attempt.terms().isClosed() ? Phase.MASKED_INPUT : Phase.UNMASK;
  }
}
