package io.privirec.lab.session;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.Offer;
import io.privirec.federation.Offer.DataAtHand;
import io.privirec.federation.Offer.Trait;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.DatasetReader.Split;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.operator.option.Suggestions;
import io.privirec.stage.deployment.Cohort;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An algorithm whose sessions `lab run` starts.
///
/// @param name in the API
public record OfferedAlgorithm(String name, Offer offer) {
  /// Returns the algorithm of a name.
  ///
  /// @throws InvalidOptionException if no algorithm with a model has the name
  public static OfferedAlgorithm named(String name) {
    Map<String, Offer> offers = AlgorithmRegistry.offers();
    Offer offer = offers.get(name);
    if (offer == null) {
      throw new InvalidOptionException(
          "--algorithm must be one of %s. Provided value: %s%s"
              .formatted(
                  String.join(", ", offers.keySet()),
                  name,
                  Suggestions.question(name, offers.keySet())));
    }
    return new OfferedAlgorithm(name, offer);
  }

  /// Whether the model predicts ratings.
  public boolean predictsRatings() {
    return offer.traits().contains(Trait.PREDICTS_RATINGS);
  }

  /// Whether participants send messages to each other.
  public boolean meetsPeers() {
    return offer.traits().contains(Trait.MEETS_PEERS);
  }

  /// Returns how data are split for the algorithm.
  public Split split() {
    return predictsRatings() ? Split.RATINGS_80_10_10 : Split.USERS_80_20;
  }

  /// Rejects data without ratings if the model predicts ratings.
  ///
  /// @param option that names the algorithm
  public void requireData(String option, Dataset dataset) {
    if (predictsRatings() && !dataset.trainRatings().hasValues()) {
      throw new InvalidOptionException(
          "%s %s needs ratings, and %s has none".formatted(option, name, dataset.name()));
    }
  }

  /// Returns the path of the parameter that `--iterations` gives.
  public String iterations() {
    return setting("--iterations", offer.iterations()).path();
  }

  private Offer.Setting setting(String option, Optional<Offer.Setting> of) {
    return of.orElseThrow(() ->
        new InvalidOptionException("%s does not go with --algorithm %s".formatted(option, name)));
  }

  /// Returns parameters that suit the data, beside those that a person gave.
  ///
  /// @param rank asked for by `--k`; null if the person gave none
  /// @param given by the person, by their paths
  /// @param users with interactions
  public Map<String, Object> parameters(
      @Nullable Integer rank, Map<String, String> given, Dataset dataset, int users) {
    if (rank != null) {
      setting("--k", offer.rank());
    }
    long[] degrees = dataset.train().itemDegrees();
    DataAtHand data =
        new DataAtHand(
            users,
            dataset.items(),
            least -> (int) Arrays.stream(degrees).filter(degree -> degree >= least).count(),
            Cohort.participant(0));
    try {
      return offer.suiting().of(rank, given, data);
    } catch (InvalidParametersException e) {
      throw new InvalidOptionException("--" + e.getMessage());
    }
  }

  /// Rejects a session that the coordinator ends after its first sum.
  ///
  /// @param users with interactions
  public static void requireSize(AlgorithmSettings algorithm, Dataset dataset, int users) {
    Optional<String> refusal = algorithm.refusal(users, dataset.train().itemDegrees());
    if (refusal.isPresent()) {
      throw new InvalidOptionException("--k: " + refusal.get());
    }
  }
}
