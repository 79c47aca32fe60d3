package io.privirec.serving.web;

import io.privirec.edge.problem.ProblemException;
import io.privirec.serving.ranking.Recommender;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The models that a service answers from.
public interface ServingModel {
  /// Asks one of them.
  ///
  /// @param version of a loaded model; null: the active one
  /// @throws ProblemException if there is none, as the service says it
  <T> T ask(@Nullable String version, Function<Recommender, T> question);
}
