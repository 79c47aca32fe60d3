package io.privirec.lab.run;

import io.privirec.federation.PlanStep;
import io.privirec.federation.als.Als;
import io.privirec.federation.privirec.FactorModel;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.federation.privirec.PriviRecK;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.DatasetReader.Split;
import io.privirec.lab.option.InvalidOptionException;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.FactorParameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Which session a run asks for, as far as that can be said without the data.
///
/// @param algorithm its name in the API, of [#ALGORITHMS]
/// @param k rank; null for a default that suits the data, where the model has factors
/// @param parameters the others that were given, by their paths in the API: `model.type`
record SessionChoice(String algorithm, @Nullable Integer k, Map<String, String> parameters) {
  private static final List<String> ALGORITHMS =
      List.of(PriviRecK.ID, PriviRec.ID, Als.EXPLICIT_ID, Als.IMPLICIT_ID);

  /// A name that does not exist must not be dropped without a word.
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /// On small data a rank closer to the number of users or items reproduces noise.
  private static final int USERS_OR_ITEMS_PER_RANK = 16;

  SessionChoice {
    parameters = Map.copyOf(parameters);
    if (!ALGORITHMS.contains(algorithm)) {
      throw new InvalidOptionException(
          "--algorithm must be one of %s. Provided value: %s"
              .formatted(String.join(", ", ALGORITHMS), algorithm));
    }
    if (k != null) {
      InvalidOptionException.requireRange("--k", k, 1, 4096);
    }
  }

  /// Every parameter of the session, as the coordinator would settle them.
  ///
  /// @param users with interactions
  /// @param seed of the start basis, where there is one
  /// @throws InvalidOptionException when they do not go together, or not with the data
  AlgorithmParameters settle(Dataset dataset, int users, long seed) {
    Map<String, Object> given = new TreeMap<>();
    if (isOfItemFactors()) {
      requireRatings(dataset);
    } else {
      put(given, "model.type", FactorModel.GfCf.ID);
    }
    new TreeMap<>(parameters).forEach((path, value) -> put(given, path, value));
    if (isOfItemFactors()) {
      if (k != null) {
        put(given, "rank", k);
      }
    } else if (hasFactors() || k != null) {
      put(given, factors(algorithm) + ".k", rank(dataset, users));
    }
    AlgorithmParameters settled = SessionParameters.settle(algorithm, asked(given), dataset, seed);
    if (SessionParameters.build(settled, dataset) instanceof PriviRecK factors) {
      Optional<PlanStep.Fail> refusal = factors.tooFewUsers(users);
      if (refusal.isPresent()) {
        throw new InvalidOptionException("--k: " + refusal.get().detail());
      }
    }
    return settled;
  }

  private AlgorithmParameters asked(Map<String, Object> given) {
    try {
      return JSON.convertValue(given, AlgorithmParameters.typeFor(algorithm));
    } catch (JacksonException e) {
      throw new InvalidOptionException(
          "the parameters %s are not those of %s: %s"
              .formatted(given, algorithm, e.getOriginalMessage()));
    }
  }

  /// How the data is split: what predicts ratings is measured on ratings.
  Split split() {
    return readsRatings() ? Split.RATINGS_80_10_10 : Split.USERS_80_20;
  }

  private void requireRatings(Dataset dataset) {
    if (readsRatings() && !dataset.trainRatings().hasValues()) {
      throw new InvalidOptionException(
          "--algorithm %s needs ratings, and %s has none".formatted(algorithm, dataset.name()));
    }
  }

  private boolean readsRatings() {
    return algorithm.equals(Als.EXPLICIT_ID);
  }

  private boolean isOfItemFactors() {
    return readsRatings() || algorithm.equals(Als.IMPLICIT_ID);
  }

  /// The path of how often an algorithm goes over the data.
  static String iterations(String algorithm) {
    return switch (algorithm) {
      case PriviRec.ID -> "model.factors.iterations";
      case Als.EXPLICIT_ID, Als.IMPLICIT_ID -> "steps";
      default -> "factors.iterations";
    };
  }

  /// Where an algorithm has the parameters of its factors.
  private static String factors(String algorithm) {
    return algorithm.equals(PriviRec.ID) ? "model.factors" : "factors";
  }

  @SuppressWarnings("unchecked")
  private static void put(Map<String, Object> object, String path, Object value) {
    int dot = path.indexOf('.');
    if (dot < 0) {
      object.put(path, value);
    } else if (object.computeIfAbsent(path.substring(0, dot), _ -> new TreeMap<String, Object>())
        instanceof Map<?, ?> inner) {
      put((Map<String, Object>) inner, path.substring(dot + 1), value);
    } else {
      throw new InvalidOptionException("--parameter: there is a value where %s is".formatted(path));
    }
  }

  private boolean hasFactors() {
    return !algorithm.equals(PriviRec.ID)
        || !FactorModel.TurboCf.ID.equals(parameters.get("model.type"));
  }

  private int rank(Dataset dataset, int users) {
    int largest = Math.min(users, dataset.items());
    if (k == null) {
      return Math.max(
          1, Math.min(FactorParameters.DEFAULT_RANK, largest / USERS_OR_ITEMS_PER_RANK));
    }
    if (k > largest) {
      throw new InvalidOptionException(
          "--k must be at most %d, the smaller of the %d users and %d items of %s. Provided value: %d"
              .formatted(largest, users, dataset.items(), dataset.name(), k));
    }
    return k;
  }
}
