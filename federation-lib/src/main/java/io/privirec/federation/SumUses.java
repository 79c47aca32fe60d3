package io.privirec.federation;

import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.ledger.Equations;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.RoundKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The uses of sums in the privacy ledgers. The coordinator and every participant derive the same
/// use from the terms of a round.
///
/// The mechanism of an attempt is the result of a search. It is kept, because a service asks for it
/// at several steps of an attempt. Thread-safe.
public final class SumUses {
  private static final int KEPT = 256;

  private record Asked(RoundNoise noise, NoiseShares shares) {}

  private final Map<Asked, DistributedDiscreteGaussian> mechanisms =
      new LinkedHashMap<>(KEPT, .75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Asked, DistributedDiscreteGaussian> eldest) {
          return size() > KEPT;
        }
      };

  /// Returns the noise of a sum, or the equations that an exact sum tells.
  ///
  /// @param round of the algorithm
  /// @param kind of the attempt
  /// @param cohort of the attempt; every member learns the numbers of the next broadcast
  /// @throws io.privirec.privacy.PrivacyRefusal if no noise of this cohort is enough, or if the
  ///   attempt withstands fewer colluders than the noise allows for
  public Use of(Algorithm algorithm, RoundSpec round, RoundKind kind, List<CohortMember> cohort) {
    return round.noise().isPresent()
            && algorithm.disclosure() instanceof Disclosure.NoisySums(PrivacyTerms terms)
        ? new Use.Noise(
            mechanism(round, kind, cohort.size()).orElseThrow(),
            terms.unit(),
            terms.adjacency(),
            Optional.empty())
        : new Use.Exact(Optional.of(equations(algorithm, round, kind, cohort)));
  }

  /// Returns the noise of a sum; empty if the sum is exact.
  ///
  /// @param participants in the cohort of the attempt
  /// @throws io.privirec.privacy.PrivacyRefusal as [#of]
  public Optional<DistributedDiscreteGaussian> mechanism(
      RoundSpec round, RoundKind kind, int participants) {
    return round.noise().map(noise -> mechanism(noise, noise.shares(kind, participants)));
  }

  private synchronized DistributedDiscreteGaussian mechanism(RoundNoise noise, NoiseShares shares) {
    return mechanisms.computeIfAbsent(
        new Asked(noise, shares), asked -> asked.noise().mechanism(asked.shares()));
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
