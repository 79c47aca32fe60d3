package io.privirec.privacy;

import io.privirec.privacy.sampling.Variance;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToIntFunction;

/// What may be said about the privacy of releases. ε is no component: whoever has the claim
/// computes it from the releases, and takes it from nobody.
///
/// Not checked: that data keeps the sensitivities for this unit and adjacency, that noise was drawn
/// as said from secret seeds, that nobody but the colluders left noise out, and that `releases` is
/// all there is. Exact sums are no releases with noise; they void a claim about the same data.
///
/// @param unit what is protected
/// @param adjacency which data sets are neighbours
/// @param view who looks
/// @param releases everything counted, at least one, each with noise that is sampled exactly
/// @param conversion from divergences to ε
/// @param delta in (0, 1)
public record PrivacyClaim(
    Unit unit,
    Adjacency adjacency,
    View view,
    Composition releases,
    Conversion conversion,
    double delta) {

  /// @throws PrivacyRefusal if δ is out of range, or some release supports no claim for this view
  public PrivacyClaim {
    PrivacyTarget.requireDelta(delta);
    if (releases.releases().isEmpty()) {
      throw new IllegalArgumentException("a claim counts at least one release");
    }
    for (Release release : releases.releases()) {
      requireSupport(release.mechanism(), view);
    }
  }

  private static void requireSupport(Mechanism mechanism, View view) {
    switch (mechanism) {
      case Gaussian _, ZeroConcentrated _ ->
          throw new PrivacyRefusal.NotSampled(
              "nothing here draws this noise exactly: " + mechanism.inWords());
      case DiscreteGaussian _ -> {
        if (view != View.OUTSIDERS) {
          throw new PrivacyRefusal.ViewNotCovered(
              "noise that one process adds protects from outsiders only: it sees the data itself");
        }
      }
      case Distributed distributed -> {
        if (view == View.PARTICIPANTS && distributed.shares().colluders() < 1) {
          throw new PrivacyRefusal.ViewNotCovered(
              "a participant knows its own noise: against participants, count at least one colluder");
        }
      }
    }
  }

  /// ε at δ by the conversion.
  public double epsilon() {
    return releases.epsilon(delta, conversion).epsilon();
  }

  /// Returns ε at δ for a person with data at several holders of the cohort. In zero-concentrated
  /// privacy a group of k units has k² times ρ (Bun and Steinke 2016, Proposition 1.9); other noise
  /// is accounted for with k times the sensitivity.
  ///
  /// @param holders k, at least 1
  public double epsilonOfPerson(int holders) {
    if (holders < 1) {
      throw new IllegalArgumentException("holders must be at least 1. Provided value: " + holders);
    }
    return new Composition(
            releases.releases().stream()
                .map(
                    release -> new Release(ofPerson(release.mechanism(), holders), release.count()))
                .toList())
        .epsilon(delta, conversion)
        .epsilon();
  }

  private static Mechanism ofPerson(Mechanism mechanism, int holders) {
    return switch (mechanism) {
      case Concentrated concentrated ->
          holders == 1
              ? concentrated
              : new ZeroConcentrated((double) holders * holders * concentrated.rho());
      case DistributedSkellam(
              IntegerSensitivity sensitivity,
              long dimension,
              Variance variance,
              NoiseShares shares) ->
          new DistributedSkellam(sensitivity.times(holders), dimension, variance, shares);
    };
  }

  /// How many participants may collude in every release; 0 if noise is added by one process.
  public int colluders() {
    return fewest(NoiseShares::colluders);
  }

  /// How many participants may drop out of every release; 0 if noise is added by one process.
  public int dropouts() {
    return fewest(NoiseShares::dropouts);
  }

  private int fewest(ToIntFunction<NoiseShares> count) {
    return releases.releases().stream()
        .mapToInt(release ->
            release.mechanism() instanceof Distributed distributed
                ? count.applyAsInt(distributed.shares())
                : 0)
        .min()
        .orElse(0);
  }

  /// The largest ratio of a release's noise, if nobody colludes or drops out, to what is counted of
  /// it.
  private OptionalDouble inflation() {
    return releases.releases().stream()
        .map(Release::mechanism)
        .filter(Distributed.class::isInstance)
        .mapToDouble(mechanism -> ((Distributed) mechanism).shares().inflation())
        .max();
  }

  /// The claim in sentences for people.
  public List<String> inWords() {
    List<String> sentences = new ArrayList<>();
    sentences.add("Protected: %s, %s.".formatted(unit.inWords(), adjacency.inWords()));
    if (unit != Unit.PARTICIPANT) {
      sentences.add(
          String.format(
              Locale.ROOT,
              "A person with data at two holders of the cohort has epsilon = %.6g, at three holders"
                  + " %.6g.",
              epsilonOfPerson(2),
              epsilonOfPerson(3)));
    }
    sentences.add(
        "Against: %s; up to %s participants may collude, and up to %s may drop out."
            .formatted(view.inWords(), colluders(), dropouts()));
    inflation()
        .ifPresent(times ->
            sentences.add(
                String.format(
                    Locale.ROOT,
                    "What that costs: the noise of a whole sum is %.3g times what the claim counts.",
                    times)));
    sentences.add(
        String.format(Locale.ROOT, "epsilon = %.6g at delta = %.3g: ", epsilon(), delta)
            + "whatever they see is at most exp(epsilon) times as likely one way as the other, plus"
            + " delta.");
    sentences.add(
        "Counted: %s %s, converted by %s."
            .formatted(
                releases.count(), releases.count() == 1 ? "release" : "releases", conversion));
    for (Release release : releases.releases()) {
      sentences.add("  %s × %s".formatted(release.count(), release.mechanism().inWords()));
    }
    sentences.add(
        "Not counted: other sums over the same data. Those with noise add to epsilon; a sum without"
            + " noise voids the claim.");
    return sentences;
  }
}
