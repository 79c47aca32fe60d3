package io.privirec.federation.dpals;

import static java.util.Objects.requireNonNullElse;

import io.privirec.federation.InvalidParametersException;
import io.privirec.wire.algorithm.BoundedFitParameters;
import io.privirec.wire.algorithm.BoundedFitParameters.Adaptive;
import io.privirec.wire.algorithm.BoundedFitParameters.Paper;
import io.privirec.wire.algorithm.BoundedFitParameters.Ridge;
import io.privirec.wire.algorithm.BoundedFitParameters.Weights;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Settings that were chosen on a data set for an epsilon. The settings of MovieLens 1M were chosen
/// on validation ratings, or on users' held-out items, of few splits (docs/privacy-results.md). The
/// settings of MovieLens 10M and 20M have T, k and the shares of noise of [Chien et al. 2021],
/// Table 4. Their ranks and ridges are not from the paper, and were not measured here.
///
/// @param name such as `ml-1m-eps-10`
/// @param bound Γ_M; 1 for interactions
/// @param constant a; 0 where users are centred by a mean of all
/// @param lambda0 λ₀; 0 for ratings
/// @param featureWeight γ; 0 for ratings, which features do not help
/// @param itemsPerUser k
record Preset(
    String name,
    double epsilon,
    double bound,
    double constant,
    double lambda0,
    double featureWeight,
    int itemsPerUser,
    BoundedFitParameters fit) {
  /// Over ratings.
  static final List<Preset> RATINGS =
      List.of(
          ratings(1, 1, 1, .6, 200),
          ratings(5, 1.5, 1, .8, 60),
          ratings(10, 1.5, 1, .8, 30),
          ratings(20, 2, 2, .9, 30),
          ofRatingsPaper(1, 125.9, 63.0, 100),
          ofRatingsPaper(5, 27.8, 13.9, 20),
          ofRatingsPaper(10, 15.5, 7.7, 10),
          ofRatingsPaper(20, 7.5, 3.8, 10));

  /// Over interactions.
  static final List<Preset> INTERACTIONS =
      List.of(
          interactions(1, 0, 16, .1, 600, 1, 80),
          interactions(5, .125, 24, .15, 200, 1, 20),
          interactions(10, .25, 32, .2, 120, 1, 20),
          interactions(20, .25, 32, .3, 120, .3, 5),
          ofInteractionsPaper(1, 60, 1, 64.0),
          ofInteractionsPaper(5, 60, 3, 20.2),
          ofInteractionsPaper(10, 100, 3, 14.0),
          ofInteractionsPaper(20, 60, 1, 3.5));

  private static Preset ratings(
      int epsilon, double bound, int steps, double frequent, double itemRidge) {
    return new Preset(
        "ml-1m-eps-" + epsilon,
        epsilon,
        bound,
        .95,
        0,
        0,
        150,
        BoundedFitParameters.DEFAULT
            .withWeights(new Adaptive(.5))
            .withRank(1)
            .withSteps(steps)
            .withFrequent(frequent)
            .withRidge(
                Ridge.DEFAULT.withUser(.02).withItem(itemRidge).withExponent(0.0).withFold(.02))
            .withCounts(.2)
            .withMatrixNoise(2.0));
  }

  private static Preset interactions(
      int epsilon,
      double exponent,
      int rank,
      double frequent,
      double itemRidge,
      double fold,
      double featureWeight) {
    return new Preset(
        "ml-1m-eps-" + epsilon,
        epsilon,
        1,
        0,
        .2,
        featureWeight,
        20,
        BoundedFitParameters.DEFAULT
            .withWeights(new Adaptive(exponent))
            .withRank(rank)
            .withSteps(2)
            .withFrequent(frequent)
            .withRidge(
                Ridge.DEFAULT.withUser(.3).withItem(itemRidge).withExponent(0.0).withFold(fold))
            .withCounts(.1)
            .withMatrixNoise(1.0));
  }

  private static Preset ofRatingsPaper(
      int epsilon, double sigmaOfSquares, double sigmaOfRight, double sigmaOfCounts) {
    int k = 50;
    return new Preset(
        "ml-10m-eps-" + epsilon,
        epsilon,
        5,
        0,
        0,
        0,
        k,
        paper(
            32,
            2,
            k,
            sigmaOfSquares,
            sigmaOfRight,
            (k + 1) / (sigmaOfCounts * sigmaOfCounts),
            Ridge.DEFAULT.withUser(.001).withItem(200.0).withExponent(0.0).withFold(.02)));
  }

  private static Preset ofInteractionsPaper(int epsilon, int k, int steps, double sigma) {
    double sigmaOfCounts = 100;
    return new Preset(
        "ml-20m-eps-" + epsilon,
        epsilon,
        1,
        0,
        .2,
        20,
        k,
        paper(
            64,
            steps,
            k,
            sigma,
            sigma,
            k / (sigmaOfCounts * sigmaOfCounts),
            Ridge.DEFAULT.withUser(1.0).withItem(100.0).withExponent(.5).withFold(1.0)));
  }

  /// The shares of ρ = kT / (2 σ_G²) + kT / (2 σ_g²) + that of counts.
  private static BoundedFitParameters paper(
      int rank,
      int steps,
      int k,
      double sigmaOfSquares,
      double sigmaOfRight,
      double rhoOfCounts,
      Ridge ridge) {
    double rhoOfSteps =
        k
            * steps
            * (1 / (2 * sigmaOfSquares * sigmaOfSquares) + 1 / (2 * sigmaOfRight * sigmaOfRight));
    return BoundedFitParameters.DEFAULT
        .withWeights(new Paper("tail"))
        .withRank(rank)
        .withSteps(steps)
        .withFrequent(.4)
        .withRidge(ridge)
        .withCounts(rhoOfCounts / (rhoOfSteps + rhoOfCounts))
        .withMatrixNoise(sigmaOfSquares / sigmaOfRight);
  }

  /// Returns the preset of a name. Without a name, it is the preset for the nearest epsilon. The
  /// choice is among the presets of MovieLens 1M, or, with weights of the paper, among those of the
  /// paper's data sets.
  static Preset of(
      List<Preset> all, @Nullable String name, @Nullable Weights weights, double epsilon)
      throws InvalidParametersException {
    if (name != null) {
      return all.stream()
          .filter(preset -> preset.name.equals(name))
          .findFirst()
          .orElseThrow(() ->
              new InvalidParametersException(
                  "/parameters/preset",
                  "preset must be one of "
                      + all.stream().map(Preset::name).collect(Collectors.joining(", "))));
    }
    boolean isPaper = weights instanceof Paper;
    return all.stream()
        .filter(preset -> preset.fit.weights() instanceof Paper == isPaper)
        .min(Comparator.comparingDouble(preset -> Math.abs(Math.log(preset.epsilon / epsilon))))
        .orElseThrow();
  }

  /// Fills in what was not asked for.
  BoundedFitParameters settle(BoundedFitParameters asked, int items) {
    return BoundedFitParameters.DEFAULT
        .withWeights(asked.weights() == null ? fit.weights() : asked.weights())
        .withRank(
            requireNonNullElse(asked.rank(), Math.min(fit.rank() == null ? 1 : fit.rank(), items)))
        .withSteps(asked.steps() == null ? fit.steps() : asked.steps())
        .withFrequent(asked.frequent() == null ? fit.frequent() : asked.frequent())
        .withRidge(settle(asked.ridge()))
        .withCounts(asked.counts() == null ? fit.counts() : asked.counts())
        .withMatrixNoise(asked.matrixNoise() == null ? fit.matrixNoise() : asked.matrixNoise());
  }

  private @Nullable Ridge settle(@Nullable Ridge asked) {
    Ridge own = fit.ridge();
    if (asked == null || own == null) {
      return own;
    }
    return Ridge.DEFAULT
        .withUser(asked.user() == null ? own.user() : asked.user())
        .withItem(asked.item() == null ? own.item() : asked.item())
        .withExponent(asked.exponent() == null ? own.exponent() : asked.exponent())
        .withFold(asked.fold() == null ? own.fold() : asked.fold());
  }
}
