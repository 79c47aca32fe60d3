package io.privirec.lab.attack.sessions;

import io.privirec.crypto.prg.KeyStream;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Contribution;
import io.privirec.federation.NoiseShare;
import io.privirec.federation.RoundInput;
import io.privirec.federation.noise.NoisyDegreeRound;
import io.privirec.federation.privirec.NoisyPriviRec;
import io.privirec.lab.attack.sessions.LocalTranscripts.Conduct;
import io.privirec.lab.attack.sessions.Transcript.Noise;
import io.privirec.lab.attack.sessions.Transcript.Turn;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.sampling.DiscreteGaussianSampler;
import io.privirec.privacy.sampling.Variance;
import java.util.function.IntPredicate;

/// Participants that break a claim: the audit must catch each of them.
final class Conducts {
  private static final Noise WITHOUT = (_, exact) -> exact;

  private Conducts() {}

  private static Turn with(
      NoisyPriviRec algorithm, RoundInput input, DistributedDiscreteGaussian mechanism) {
    return new Turn(
        algorithm, new NoiseShare(mechanism, input.noise().orElseThrow().seed()), Noise.OF_SHARE);
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
            input.round().index() == NoisyDegreeRound.INDEX ? WITHOUT : Noise.OF_SHARE);
  }

  /// Neither sum has noise.
  static Conduct withoutNoise() {
    return (algorithm, input) -> new Turn(algorithm, input.noise().orElseThrow(), WITHOUT);
  }

  /// Noise whose standard deviation in the sum is below an integer unit.
  static Conduct noiseBelowAUnit() {
    return (algorithm, input) ->
        new Turn(
            algorithm,
            input.noise().orElseThrow(),
            (share, exact) ->
                (offset, out) -> {
                  KeyStream stream = share.choices();
                  long[] noise = new long[out.length()];
                  new DiscreteGaussianSampler(new Variance(1, 10), stream::nextBytes).fill(noise);
                  exact.fill(offset, out);
                  add(noise, out);
                });
  }

  /// Noise on all coordinates of the sums but on the numbers of an item.
  ///
  /// @param inCounts position in the counts, or the position of the number of users
  static Conduct countWithoutNoise(int inCounts) {
    return (algorithm, input) ->
        new Turn(
            algorithm,
            input.noise().orElseThrow(),
            input.round().index() == NoisyDegreeRound.INDEX
                ? (share, exact) -> except(share, exact, at -> at == inCounts)
                : Noise.OF_SHARE);
  }

  /// Noise on all pairs but those of an item.
  static Conduct pairsWithoutNoise(int item, int items) {
    return (algorithm, input) ->
        new Turn(
            algorithm,
            input.noise().orElseThrow(),
            input.round().index() == NoisyDegreeRound.INDEX
                ? Noise.OF_SHARE
                : (share, exact) -> except(share, exact, pairsOf(item, items)));
  }

  private static IntPredicate pairsOf(int item, int items) {
    boolean[] own = new boolean[items * (items - 1) / 2];
    for (int other = 0; other < items; other++) {
      if (other != item) {
        own[Recovery.position(item, other, items)] = true;
      }
    }
    return at -> own[at];
  }

  private static Contribution except(NoiseShare share, Contribution exact, IntPredicate without) {
    return (offset, out) -> {
      exact.fill(offset, out);
      RingVector noisy = RingVector.zero(out.ring(), out.length());
      share.over(exact).fill(offset, noisy);
      for (int n = 0; n < out.length(); n++) {
        if (!without.test(Math.toIntExact(offset) + n)) {
          out.setSigned(n, noisy.getSigned(n));
        }
      }
    };
  }

  /// Noise that begins again after some numbers of a sum.
  static Conduct noiseRepeatedAfter(int numbers) {
    return (algorithm, input) ->
        new Turn(
            algorithm,
            input.noise().orElseThrow(),
            (share, exact) ->
                (offset, out) -> {
                  long[] block = new long[numbers];
                  KeyStream stream = share.choices();
                  share.mechanism().sampler(stream::nextBytes).fill(block);
                  long[] noise = new long[out.length()];
                  for (int n = 0; n < noise.length; n++) {
                    noise[n] = block[(Math.toIntExact(offset) + n) % numbers];
                  }
                  exact.fill(offset, out);
                  add(noise, out);
                });
  }

  private static void add(long[] noise, RingVector out) {
    for (int n = 0; n < noise.length; n++) {
      out.setReduced(n, out.getSigned(n) + noise[n]);
    }
  }

  /// Users whose items all count.
  static Conduct unclipped(NoisyPriviRec unclipped) {
    return (_, input) -> new Turn(unclipped, input.noise().orElseThrow(), Noise.OF_SHARE);
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
                .algorithm()
                .specs()
                .get(input.round().index())
                .noise()
                .orElseThrow()
                .mechanism(input.noise().orElseThrow().mechanism().shares()));
  }
}
