package io.privirec.serving.web;

import io.privirec.serving.metadata.MetadataVersion;
import io.privirec.serving.metadata.RequestContext;
import io.privirec.serving.ranking.Recommender;
import io.privirec.serving.scoring.RequestRefusal;
import java.time.Clock;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Runs a query against a model with the current time and item metadata. Thread-safe.
public final class Answers {
  private final ServingModel model;
  private final Supplier<MetadataVersion> metadata;
  private final Clock clock;

  /// Wires the model.
  ///
  /// @param metadata the newest
  public Answers(ServingModel model, Supplier<MetadataVersion> metadata, Clock clock) {
    this.model = model;
    this.metadata = metadata;
    this.clock = clock;
  }

  /// Asks the active model.
  ///
  /// @throws RequestRefusal if it does not answer the question
  /// @throws RuntimeException the service's own refusal, if there is no active model
  public <T> T ask(BiFunction<Recommender, RequestContext, T> question) {
    return ask(null, question);
  }

  /// Asks a model.
  ///
  /// @param version of a loaded model; null: the active one
  /// @throws RequestRefusal as above
  public <T> T ask(@Nullable String version, BiFunction<Recommender, RequestContext, T> question) {
    return askThrough(put -> model.ask(version, put), question);
  }

  /// Asks whatever model a service chooses.
  ///
  /// @param choice puts the question to it
  /// @throws RequestRefusal as above
  public <T> T askThrough(
      Function<Function<Recommender, T>, T> choice,
      BiFunction<Recommender, RequestContext, T> question) {
    RequestContext context = new RequestContext(metadata.get(), clock.instant());
    return choice.apply(recommender -> question.apply(recommender, context));
  }
}
