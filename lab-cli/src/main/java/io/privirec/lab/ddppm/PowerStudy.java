package io.privirec.lab.ddppm;

import io.privirec.federation.ddppm.DecentralisedPower;
import io.privirec.federation.ddppm.PeerView;
import io.privirec.federation.ddppm.PowerSettings;
import io.privirec.federation.ddppm.RowAccount;
import io.privirec.federation.peers.Mixing;
import io.privirec.filter.matrix.SymmetricEigen;
import io.privirec.filter.power.TallMatrix;
import io.privirec.privacy.GaussianPrivacy;
import io.privirec.privacy.PrivacyTarget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The decentralised power method on a table, against its singular vectors: as it is, with noise
/// and what that tells of a row, and beside noise on the rows themselves.
public final class PowerStudy {
  /// [DD]'s search: steps, and noise in terms of the start's.
  private static final int[] STEPS = {1, 2, 3, 4, 6};

  private static final int NOISES = 17;
  private static final int ADVERSARY = 0;

  private final DealtRows dealt;
  private final Mixing mixing;
  private final int gossip;
  private final long seed;

  /// Of these rows.
  ///
  /// @param rows as they are, dealt out row by row
  public PowerStudy(TallMatrix rows, Mixing mixing, int gossip, long seed) {
    this.dealt = new DealtRows(rows, mixing.peers());
    this.mixing = mixing;
    this.gossip = gossip;
    this.seed = seed;
  }

  /// One component without noise.
  ///
  /// @param ratio μ of the next component by this one's
  /// @param rate what was left of the error after each step, while it fell
  /// @param sine of the angle to the left singular vector, at the end
  public record Found(int component, double mu, double ratio, double rate, double sine) {}

  /// Finds the first components one after the other, each with α = 2 / (μ_l + μ_{l+1}).
  ///
  /// @param steps of each
  public List<Found> withoutNoise(int components, int steps) {
    List<Found> found = new ArrayList<>();
    DecentralisedPower power = new DecentralisedPower(dealt.rows(), mixing);
    Random random = new Random(seed);
    for (int l = 1; l <= components; l++) {
      double[] left = dealt.left(l);
      double[] errors = new double[steps];
      DecentralisedPower.Component component =
          power.first(
              PowerSettings.noiseless(alpha(l), gossip, startDeviation(), steps),
              random,
              (q, step) -> errors[step - 1] = DealtRows.sine(q, left));
      found.add(
          new Found(
              l,
              dealt.mu(l),
              dealt.mu(l + 1) / dealt.mu(l),
              rate(errors),
              DealtRows.sine(component.left(), left)));
      power = component.rest();
    }
    return found;
  }

  private double alpha(int component) {
    return 2 / (dealt.mu(component) + dealt.mu(component + 1));
  }

  private double startDeviation() {
    return 1 / Math.sqrt(dealt.rows().rows());
  }

  /// From the first step below 10⁻¹ to the last one above 10⁻⁷.
  private static double rate(double[] errors) {
    int from = IntStream.range(0, errors.length).filter(n -> errors[n] < .1).findFirst().orElse(0);
    int to = from;
    while (to + 1 < errors.length && errors[to + 1] > 1e-7) {
      to++;
    }
    return to == from ? Double.NaN : Math.pow(errors[to] / errors[from], 1.0 / (to - from));
  }

  /// μ_l of the first components.
  public double mu(int component) {
    return dealt.mu(component);
  }

  /// Settings of the search, and what they do.
  ///
  /// @param noise s of σ_p(t) = s σ_q (μ₂/μ₁)^t
  /// @param error mean |sin| of the angle between q and the first left singular vector, after each
  ///   step
  /// @param deltas for each ε, of the worst row
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Tried(int steps, double noise, double[] error, double[] deltas) {
    double last() {
      return error[steps - 1];
    }
  }

  /// All settings of the search.
  ///
  /// @param runs that an error is the mean of
  public List<Tried> search(double[] epsilons, int runs) {
    List<Tried> all = new ArrayList<>();
    for (int steps : STEPS) {
      for (int n = 0; n < NOISES; n++) {
        all.add(tried(steps, Math.pow(10, n / 4.0 - 2), epsilons, runs));
      }
    }
    return all;
  }

  private Tried tried(int steps, double noise, double[] epsilons, int runs) {
    PowerSettings settings = settings(steps, noise);
    return new Tried(
        steps, noise, errors(settings, runs), deltas(settings, PeerView.SUMS, 0, epsilons));
  }

  private PowerSettings settings(int steps, double noise) {
    double shrinking = dealt.mu(2) / dealt.mu(1);
    return new PowerSettings(
        alpha(1),
        gossip,
        startDeviation(),
        IntStream.rangeClosed(1, steps)
            .mapToDouble(t -> noise * startDeviation() * Math.pow(shrinking, t))
            .toArray());
  }

  private double[] errors(PowerSettings settings, int runs) {
    double[] left = dealt.left(1);
    double[] mean = new double[settings.steps()];
    DecentralisedPower power = new DecentralisedPower(dealt.rows(), mixing);
    Random random = new Random(seed);
    for (int run = 0; run < runs; run++) {
      power.first(settings, random, (q, step) -> mean[step - 1] += DealtRows.sine(q, left) / runs);
    }
    return mean;
  }

  /// Of the worst row, in one peer's view.
  ///
  /// @param draw of what that peer drew itself
  private double[] deltas(PowerSettings settings, PeerView view, int draw, double... epsilons) {
    Random random = new Random(seed * 1_000_003 + draw);
    int own = dealt.rows().first(ADVERSARY + 1) - dealt.rows().first(ADVERSARY);
    double[][] drawn = new double[settings.steps() + 1][own];
    double[] noise = settings.noise();
    for (int k = 0; k < drawn.length; k++) {
      double deviation = k == 0 ? settings.startDeviation() : noise[k - 1];
      Arrays.setAll(drawn[k], _ -> deviation * random.nextGaussian());
    }
    return new RowAccount(dealt.rows(), mixing, settings, view, ADVERSARY)
        .of(drawn, epsilons)
        .deltas();
  }

  /// The settings of least error for an ε.
  ///
  /// @param best null: none has so small a δ
  /// @param mostDelta δ of the worst row, for the worst of some other draws of the peer's own
  /// @param paperLdp error of rows with noise by the textbook's formula, which holds below ε = 1
  ///   only
  /// @param exactLdp with as much noise as (ε, δ) really takes
  public record Chosen(
      double epsilon,
      double limit,
      @Nullable Tried best,
      double delta,
      double mostDelta,
      double paperLdp,
      double exactLdp) {}

  /// Chooses.
  ///
  /// @param limits of δ for each ε
  /// @param draws for [Chosen#mostDelta]
  public List<Chosen> choose(
      List<Tried> tried, double[] epsilons, double[] limits, int runs, int draws) {
    List<Chosen> chosen = new ArrayList<>();
    for (int e = 0; e < epsilons.length; e++) {
      Tried best = null;
      for (Tried each : tried) {
        if (each.deltas()[e] <= limits[e] && (best == null || each.last() < best.last())) {
          best = each;
        }
      }
      double most = Double.NaN;
      if (best != null) {
        PowerSettings settings = settings(best.steps(), best.noise());
        double epsilon = epsilons[e];
        most =
            IntStream.rangeClosed(1, draws)
                .mapToDouble(draw -> deltas(settings, PeerView.SUMS, draw, epsilon)[0])
                .max()
                .orElse(Double.NaN);
      }
      double textbook = Math.sqrt(2 * Math.log(1.25 / limits[e])) / epsilons[e];
      double exact = GaussianPrivacy.noiseMultiplier(new PrivacyTarget(epsilons[e], limits[e]));
      chosen.add(
          new Chosen(
              epsilons[e],
              limits[e],
              best,
              best == null ? Double.NaN : best.deltas()[e],
              most,
              local(textbook, runs),
              local(exact, runs)));
    }
    return chosen;
  }

  /// δ of the worst row for settings, in another view.
  public double delta(Tried settings, PeerView view, double epsilon) {
    return deltas(settings(settings.steps(), settings.noise()), view, 0, epsilon)[0];
  }

  /// Error of the first left singular vector of rows with noise on every number: a row has a norm
  /// of 1 at most, so that adding or removing it changes them by 1 at most.
  private double local(double deviation, int runs) {
    double[] left = dealt.left(1);
    Random random = new Random(seed);
    int columns = dealt.rows().columns();
    int rows = dealt.rows().rows();
    double sum = 0;
    for (int run = 0; run < runs; run++) {
      double[] noisy = new double[rows * columns];
      for (int row = 0; row < rows; row++) {
        for (int c = 0; c < columns; c++) {
          noisy[row * columns + c] = dealt.rows().value(row, c) + deviation * random.nextGaussian();
        }
      }
      TallMatrix all = TallMatrix.of(rows, columns, noisy);
      double[] vectors = SymmetricEigen.of(all.cross(all), columns).vectors();
      double[] right = new double[columns];
      Arrays.setAll(right, c -> vectors[c * columns]);
      sum += DealtRows.sine(all.times(right, 1).data(), left);
    }
    return sum / runs;
  }
}
