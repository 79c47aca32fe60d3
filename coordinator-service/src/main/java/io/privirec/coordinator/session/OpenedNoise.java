package io.privirec.coordinator.session;

import io.privirec.federation.Algorithm;
import io.privirec.federation.RoundNoise;
import io.privirec.federation.RoundSpec;
import io.privirec.privacy.Distributed;
import io.privirec.round.Round;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import java.util.List;
import java.util.Optional;

/// The noise of the sums of a session that were opened, or may have been.
final class OpenedNoise {
  private OpenedNoise() {}

  /// Of one attempt, by its record; empty where sums are exact.
  static Optional<Distributed> of(RoundSpec spec, RoundRecord terms) {
    Optional<RoundNoise> noise = spec.noise();
    return noise.map(each -> each.mechanism(terms.kind(), terms.cohort().size()));
  }

  /// Of all attempts. A closed round that failed while masked values were awaited may have been
  /// opened by a coordinator that knows the secrets of those who were missing.
  static List<Distributed> of(Algorithm algorithm, List<Round> attempts) {
    return attempts.stream()
        .filter(attempt -> attempt.phase().compareTo(openFrom(attempt)) >= 0)
        .flatMap(attempt ->
            of(algorithm.rounds().get(attempt.terms().roundIndex()), attempt.terms()).stream())
        .toList();
  }

  private static Phase openFrom(Round attempt) {
    return attempt.terms().isClosed() ? Phase.MASKED_INPUT : Phase.UNMASK;
  }
}
