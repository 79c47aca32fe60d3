package io.privirec.federation.privirec;

import static io.privirec.federation.InvalidParametersException.require;

import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.Offer;
import io.privirec.federation.Offer.DataAtHand;
import io.privirec.federation.Offer.Setting;
import io.privirec.federation.factors.FactorModel;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.FactorParameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Offers PriviRec and PriviRec-k. Their rank depends on users, whom a coordinator does not know.
final class RankOfData {
  private static final String MODEL_TYPE = "model.type";
  private static final List<String> WITHOUT_FACTORS =
      List.of(FactorModel.TurboCf.ID, NoisyPriviRec.MODEL);

  /// If fewer items than half stay in a session, the items that stay bound the default rank: a rank
  /// above a quarter of them tells too much.
  private static final int STAYING_PER_ITEM = 2;

  private RankOfData() {}

  static Offer privirecK() {
    return offer("privirec-k", "factors", RankOfData::ofFactors);
  }

  static Offer privirec() {
    return offer(
        "privirec: the exact item Gram matrix is summed and published",
        "model.factors",
        RankOfData::ofGram);
  }

  private static Offer offer(String about, String factors, Offer.Suiting suiting) {
    return new Offer(
        about,
        Set.of(),
        Optional.of(
            new Setting(
                factors + ".k",
                "rank",
                "256, or a sixteenth of the users or items where that is less")),
        Optional.of(new Setting(factors + ".iterations", "power iterations", "2")),
        suiting);
  }

  private static Map<String, Object> ofFactors(
      @Nullable Integer asked, Map<String, String> given, DataAtHand data)
      throws InvalidParametersException {
    Map<String, Object> parameters = new TreeMap<>();
    if (isNoisy(given)) {
      parameters.put("factors.lambda", given.getOrDefault("factors.lambda", "ritz"));
      if (asked != null) {
        parameters.put("factors.k", rank(asked, given, data));
      }
      return parameters;
    }
    parameters.put(MODEL_TYPE, given.getOrDefault(MODEL_TYPE, FactorModel.GfCf.ID));
    parameters.put("factors.k", rank(asked, given, data));
    return parameters;
  }

  private static Map<String, Object> ofGram(
      @Nullable Integer asked, Map<String, String> given, DataAtHand data)
      throws InvalidParametersException {
    Map<String, Object> parameters = new TreeMap<>();
    String type =
        given.getOrDefault(MODEL_TYPE, isNoisy(given) ? NoisyPriviRec.MODEL : FactorModel.GfCf.ID);
    parameters.put(MODEL_TYPE, type);
    if (!WITHOUT_FACTORS.contains(type) || asked != null) {
      parameters.put("model.factors.k", rank(asked, given, data));
    }
    return parameters;
  }

  private static boolean isNoisy(Map<String, String> given) {
    return given.keySet().stream().anyMatch(path -> path.startsWith("privacy."));
  }

  private static int rank(@Nullable Integer asked, Map<String, String> given, DataAtHand data)
      throws InvalidParametersException {
    int largest = Math.min(data.users(), data.items());
    if (asked == null) {
      // The session refuses a text that is no number.
      String asText = given.getOrDefault("minSupport", "");
      int support =
          asText.matches("[0-9]{1,7}")
              ? Integer.parseInt(asText)
              : AlgorithmParameters.DEFAULT_MIN_SUPPORT;
      return FactorParameters.defaultRank(
          (int) Math.min(largest, (long) STAYING_PER_ITEM * data.staying().with(support)));
    }
    require(
        asked <= largest,
        "/parameters/k",
        "must be at most %s, the smaller of the %s users and %s items. Provided value: %s"
            .formatted(largest, data.users(), data.items(), asked));
    return asked;
  }
}
