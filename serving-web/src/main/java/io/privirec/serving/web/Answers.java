package io.privirec.serving.web;

import io.privirec.serving.MetadataVersion;
import io.privirec.serving.Moment;
import io.privirec.serving.Recommender;
import io.privirec.serving.RequestRefusal;
import java.time.Clock;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Puts questions to a model, as things are at the moment. Thread-safe. */
public final class Answers {
  private final ServingModel model;
  private final Supplier<MetadataVersion> metadata;
  private final Clock clock;

  /**
   * Wires the model.
   *
   * @param metadata the newest
   */
  public Answers(ServingModel model, Supplier<MetadataVersion> metadata, Clock clock) {
    this.model = model;
    this.metadata = metadata;
    this.clock = clock;
  }

  /**
   * Asks the active model.
   *
   * @throws RequestRefusal if it does not answer the question
   * @throws RuntimeException the service's own refusal, if there is no active model
   */
  public <T> T ask(BiFunction<Recommender, Moment, T> question) {
    return ask(null, question);
  }

  /**
   * Asks a model.
   *
   * @param version of a loaded model; null: the active one
   * @throws RequestRefusal as above
   */
  public <T> T ask(@Nullable String version, BiFunction<Recommender, Moment, T> question) {
    return askThrough(put -> model.ask(version, put), question);
  }

  /**
   * Asks whatever model a service chooses.
   *
   * @param choice puts the question to it
   * @throws RequestRefusal as above
   */
  public <T> T askThrough(
      Function<Function<Recommender, T>, T> choice, BiFunction<Recommender, Moment, T> question) {
    Moment moment = new Moment(metadata.get(), clock.instant());
    return choice.apply(recommender -> question.apply(recommender, moment));
  }
}
