package io.privirec.lab.run;

import io.privirec.federation.NoiseForm;
import io.privirec.lab.session.OfferedAlgorithm;
import io.privirec.operator.option.InvalidOptionException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options that say which session is run; [OfferHelp] fills in their help. The common ones have a
/// name of their own; the coordinator knows the ranges of all others.
final class SessionOptions {
  @Option(
      names = "--algorithm",
      paramLabel = "NAME",
      description = {
        "${bundle:offer.algorithms}.",
        "Default: privirec, and with --no-noise privirec-k."
      })
  private @Nullable String algorithm;

  @Option(
      names = "--no-noise",
      description = {
        "Sums over data without noise, as in the papers. Such sums let the coordinator and readers of"
            + " releases compute whole histories. The holders of the demo are asked, and approve."
            + " Without other options of the session, a session with noise runs first, to compare."
      })
  private boolean noNoise;

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
          "Rank of the factors, up to the number of users and items. Default: ${bundle:offer.rank}.")
  private @Nullable Integer k;

  @Option(
      names = "--iterations",
      paramLabel = "L",
      description = "Secure sums: ${bundle:offer.iterations}. Default: ${bundle:offer.count}.")
  private @Nullable Integer iterations;

  @Option(
      names = "--gamma",
      paramLabel = "G",
      description =
          "Weight of the ideal low-pass part of gf-cf, 0 to 100. Default: 1; of privirec 0.3.")
  private @Nullable Double gamma;

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      description =
          "The noise of the sums gives each user privacy of this epsilon, at --delta. Values above 3"
              + " need holders who raise their limits; the holders of the demo do. Default: 3.")
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
          "How many participants may tell the coordinator their noise. Default: a fifth of the"
              + " participants, rounded up.")
  private @Nullable Integer colluders;

  @Option(
      names = "--rounds",
      paramLabel = "KIND",
      description =
          "Of sums with noise: closed, over whole cells with least noise, or tolerant, which bears"
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
    String algorithm = algorithm();
    Map<String, String> given = new LinkedHashMap<>(parameters);
    if (model != null) {
      given.put("model.type", model);
    }
    if (iterations != null) {
      given.put(OfferedAlgorithm.named(algorithm).iterations(), iterations.toString());
    }
    if (gamma != null) {
      if (!(gamma >= 0 && gamma <= 100)) {
        throw new InvalidOptionException("--gamma must be in [0, 100]. Provided value: " + gamma);
      }
      given.put("model.gamma", gamma.toString());
    }
    noise(algorithm).forEach(given::putIfAbsent);
    return new SessionChoice(algorithm, k, given, isWithoutNoise(algorithm));
  }

  private String algorithm() {
    if (algorithm != null) {
      return algorithm;
    }
    return noNoise ? SessionChoice.DEFAULT_WITHOUT_NOISE : SessionChoice.DEFAULT;
  }

  private boolean isWithoutNoise(String name) {
    return noNoise && !(SessionChoice.noiseForm(name) instanceof NoiseForm.NoData);
  }

  /// The noise of a session, or nothing for sums without noise.
  private Map<String, String> noise(String name) {
    switch (SessionChoice.noiseForm(name)) {
      case NoiseForm.Never(String with) when !noNoise ->
          throw new InvalidOptionException(
              "%s has no form with noise: add --no-noise, or ask for --algorithm %s"
                  .formatted(name, with));
      case NoiseForm.Always(String without) when noNoise ->
          throw new InvalidOptionException(
              "%s always has noise: leave --no-noise out, or ask for --algorithm %s"
                  .formatted(name, without));
      default -> {}
    }
    boolean isStated =
        epsilon != null
            || delta != null
            || colluders != null
            || rounds != null
            || parameters.keySet().stream().anyMatch(path -> path.startsWith("privacy."));
    if (noNoise) {
      if (isStated) {
        throw new InvalidOptionException(
            "--epsilon, --delta, --colluders, --rounds and --parameter privacy.… do not go with"
                + " --no-noise");
      }
      return Map.of();
    }
    return SessionChoice.noiseForm(name) instanceof NoiseForm.NoData ? Map.of() : privacy();
  }

  private Map<String, String> privacy() {
    Map<String, String> given = new LinkedHashMap<>(SessionChoice.DEFAULT_NOISE);
    put(given, "epsilon", epsilon);
    put(given, "delta", delta);
    put(given, "colluders", colluders);
    put(given, "rounds", rounds);
    return given;
  }

  private static void put(Map<String, String> given, String name, @Nullable Object value) {
    if (value != null) {
      given.put("privacy." + name, value.toString());
    }
  }
}
