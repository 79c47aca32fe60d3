package io.privirec.lab.attack.sessions;

import io.privirec.federation.NoiseShare;
import io.privirec.federation.RoundInput;
import io.privirec.federation.noisy.NoisyDegreeRound;
import io.privirec.federation.privirec.NoisyPriviRec;
import io.privirec.lab.attack.sessions.LocalTranscripts.Conduct;
import io.privirec.lab.attack.sessions.Transcript.Turn;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.sampling.Variance;

/// Participants that break a claim: the audit must catch each of them.
final class Conducts {
  private Conducts() {}

  private static Turn with(
      NoisyPriviRec algorithm, RoundInput input, DistributedDiscreteGaussian mechanism) {
    return new Turn(algorithm, new NoiseShare(mechanism, input.noise().orElseThrow().seed()), true);
  }

  /// Noise of a part of the standard deviation.
  static Conduct noiseDividedBy(int divisor) {
    return (algorithm, input) -> {
      var claimed = input.noise().orElseThrow().mechanism();
      long variance = claimed.localVariance().numerator() / divisor / divisor;
      return with(
          algorithm,
          input,
          new DistributedDiscreteGaussian(
              claimed.sensitivity(), claimed.dimension(), Variance.of(variance), claimed.shares()));
    };
  }

  /// Counts without noise.
  static Conduct countsWithoutNoise() {
    return (algorithm, input) ->
        new Turn(
            algorithm,
            input.noise().orElseThrow(),
            input.round().index() != NoisyDegreeRound.INDEX);
  }

  /// Users whose items all count.
  static Conduct unclipped(NoisyPriviRec unclipped) {
    return (_, input) -> new Turn(unclipped, input.noise().orElseThrow(), true);
  }

  /// Noise for fewer colluders than the claim says.
  static Conduct noiseForColluders(int colluders) {
    return (algorithm, input) ->
        with(
            algorithm,
            input,
            input
                .round()
                .noise()
                .orElseThrow()
                .mechanism(
                    new NoiseShares(
                        input.noise().orElseThrow().mechanism().shares().participants(),
                        colluders,
                        0)));
  }

  /// Noise of other parameters than the claim's.
  static Conduct noiseOf(NoisyPriviRec other) {
    return (algorithm, input) ->
        with(
            algorithm,
            input,
            other
                .rounds()
                .get(input.round().index())
                .noise()
                .orElseThrow()
                .mechanism(input.noise().orElseThrow().mechanism().shares()));
  }
}
