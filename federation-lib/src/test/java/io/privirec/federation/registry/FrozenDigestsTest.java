package io.privirec.federation.registry;

import io.privirec.federation.AskedNoise;
import io.privirec.federation.InvalidParametersException;
import io.privirec.fuzz.document.CheckedInText;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// Parameters of sessions that state none, and digests of the sessions. Participants of two
/// versions can only join the same session if both compute the same digest.
class FrozenDigestsTest {
  private static final int ITEMS = 2000;
  private static final int PARTICIPANTS = 10;
  private static final long SEED = 9;

  private static final List<AskedNoise> NOISES =
      List.of(
          new AskedNoise.None(),
          new AskedNoise.Expected(PrivacyParameters.of(3.0, 1e-6).withColluders(2)));

  /// Parameters that have no default.
  private static final Map<String, String> STATED =
      Map.of(
          "fedpower-utility", "{\"keyHolder\": \"shop-1\"}", "rehearsal", "{\"elements\": 1000}");

  private static String line(String algorithm, AskedNoise noise) throws Exception {
    String asked = algorithm + (noise instanceof AskedNoise.None ? " without noise" : "");
    try {
      AlgorithmParameters stated =
          JsonMapper.shared()
              .readValue(
                  STATED.getOrDefault(algorithm, "{}"), AlgorithmParameters.typeFor(algorithm));
      AlgorithmParameters settled =
          AlgorithmRegistry.settle(algorithm, stated, noise, ITEMS, PARTICIPANTS, () -> SEED);
      return "%s%n  %s%n  %s%n"
          .formatted(
              asked,
              JsonMapper.shared().writeValueAsString(settled),
              AlgorithmRegistry.build(settled, ITEMS).digest().hex());
    } catch (InvalidParametersException e) {
      return "%s%n  %s%n".formatted(asked, e.getMessage());
    }
  }

  @Test
  void defaults_haveTheSameParametersAndDigests() throws Exception {
    StringBuilder text = new StringBuilder();
    for (String algorithm : AlgorithmRegistry.NAMES) {
      for (AskedNoise noise : NOISES) {
        text.append(line(algorithm, noise));
      }
    }
    CheckedInText.requireFrozen("digests.txt", text.toString());
  }
}
