package io.privirec.lab.run;

import io.privirec.federation.privirec.PriviRecK;
import io.privirec.lab.option.InvalidOptionException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options that say which session is run; [Families#runHelp] fills in their help. The common ones
/// have a name of their own; the coordinator knows the ranges of all others.
final class SessionOptions {
  static final double DEFAULT_DELTA = 1e-6;

  @Option(
      names = "--algorithm",
      paramLabel = "NAME",
      defaultValue = PriviRecK.ID,
      description = {
        "${bundle:family.algorithms}. The sums of all but the first can show data of single users, so"
            + " every participant is asked.",
        "Default: ${DEFAULT-VALUE}."
      })
  private String algorithm = PriviRecK.ID;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description =
          "What is folded into the release: gf-cf, turbo-cf or bspm; of privirec-k also spectral."
              + " Default: gf-cf.")
  private @Nullable String model;

  @Option(
      names = "--k",
      paramLabel = "K",
      description =
          "Rank of the factors, up to the number of users and items. Default: ${bundle:family.rank}.")
  private @Nullable Integer k;

  @Option(
      names = "--iterations",
      paramLabel = "L",
      description =
          "${bundle:family.iterations}, each one secure sum. Default: ${bundle:family.count}.")
  private @Nullable Integer iterations;

  @Option(
      names = "--gamma",
      paramLabel = "G",
      description = "Weight of the ideal low-pass part of gf-cf, 0 to 100. Default: 0.3.")
  private @Nullable Double gamma;

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      description =
          "Of item-degrees, privirec, privirec-k, dpals and dpials: sums get noise that gives each user"
              + " privacy of this epsilon, at --delta. Default: no noise, which dpals and dpials do not"
              + " have.")
  private @Nullable Double epsilon;

  @Option(
      names = "--delta",
      paramLabel = "D",
      description = "The probability beside --epsilon. Default: 1e-6.")
  private @Nullable Double delta;

  @Option(
      names = "--colluders",
      paramLabel = "C",
      description =
          "With --epsilon: how many participants may tell the coordinator their noise. Default: 1.")
  private @Nullable Integer colluders;

  @Option(
      names = "--rounds",
      paramLabel = "KIND",
      description =
          "With --epsilon: closed, over whole cells with least noise, or tolerant, which bears"
              + " losses. Default: closed.")
  private @Nullable String rounds;

  @Option(
      names = "--parameter",
      paramLabel = "NAME=VALUE",
      description =
          "Any other parameter of the algorithm, by its path in the coordinator's API:"
              + " model.alpha=0.6, model.process.merge=early, topN=500. May be repeated.")
  private Map<String, String> parameters = new LinkedHashMap<>();

  /// What was chosen.
  ///
  /// @throws InvalidOptionException when a value is out of range
  SessionChoice choice() {
    Map<String, String> given = new LinkedHashMap<>(parameters);
    if (model != null) {
      given.put("model.type", model);
    }
    if (iterations != null) {
      given.put(Families.running(algorithm).iterations(algorithm), iterations.toString());
    }
    if (gamma != null) {
      if (!(gamma >= 0 && gamma <= 100)) {
        throw new InvalidOptionException("--gamma must be in [0, 100]. Provided value: " + gamma);
      }
      given.put("model.gamma", gamma.toString());
    }
    given.putAll(privacy());
    return new SessionChoice(algorithm, k, given);
  }

  private Map<String, String> privacy() {
    Map<String, String> given = new LinkedHashMap<>();
    put(given, "epsilon", epsilon);
    put(given, "delta", delta);
    put(given, "colluders", colluders);
    put(given, "rounds", rounds);
    if (!given.isEmpty() && epsilon == null) {
      throw new InvalidOptionException("--delta, --colluders and --rounds go with --epsilon");
    }
    if (epsilon != null && delta == null) {
      put(given, "delta", DEFAULT_DELTA);
    }
    return given;
  }

  private static void put(Map<String, String> given, String name, @Nullable Object value) {
    if (value != null) {
      given.put("privacy." + name, value.toString());
    }
  }
}
