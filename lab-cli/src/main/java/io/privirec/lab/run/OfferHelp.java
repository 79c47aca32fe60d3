package io.privirec.lab.run;

import io.privirec.federation.Offer;
import io.privirec.federation.registry.AlgorithmRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.Map;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The words of `lab run --help` that algorithms supply.
final class OfferHelp {
  private OfferHelp() {}

  static ResourceBundle bundle() {
    return new ListResourceBundle() {
      @Override
      protected Object[][] getContents() {
        return new Object[][] {
          {
            "offer.algorithms",
            AlgorithmRegistry.offers().values().stream()
                .map(Offer::about)
                .collect(Collectors.joining("; "))
          },
          {"offer.rank", byAlgorithm(Offer::rank, Offer.Setting::standard)},
          {"offer.iterations", byAlgorithm(Offer::iterations, Offer.Setting::counts)},
          {"offer.count", byAlgorithm(Offer::iterations, Offer.Setting::standard)}
        };
      }
    };
  }

  /// Joins the words of all algorithms; algorithms with the same words share them.
  private static String byAlgorithm(
      Function<Offer, Optional<Offer.Setting>> setting, Function<Offer.Setting, String> words) {
    Map<String, List<String>> names = new LinkedHashMap<>();
    AlgorithmRegistry.offers()
        .forEach((name, offer) ->
            setting
                .apply(offer)
                .ifPresent(found ->
                    names.computeIfAbsent(words.apply(found), _ -> new ArrayList<>()).add(name)));
    return names.entrySet().stream()
        .map(each -> "%s (%s)".formatted(each.getKey(), String.join(", ", each.getValue())))
        .collect(Collectors.joining("; "));
  }
}
