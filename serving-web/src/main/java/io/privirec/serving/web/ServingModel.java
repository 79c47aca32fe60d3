package io.privirec.serving.web;

import io.privirec.serving.ranking.Recommender;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The models that a service answers from.
public interface ServingModel {
  /// Asks one of them.
  ///
  /// @param version of a loaded model; null: the active one
  /// @throws RuntimeException if there is none, the refusal of the service
  <T> T ask(@Nullable String version, Function<Recommender, T> question);
}
