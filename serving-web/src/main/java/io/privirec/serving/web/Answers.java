package io.privirec.serving.web;

import io.privirec.edge.problem.ProblemException;
import io.privirec.serving.metadata.MetadataVersion;
import io.privirec.serving.metadata.RequestContext;
import io.privirec.serving.ranking.Recommender;
import io.privirec.serving.scoring.ExactQueueFullException;
import io.privirec.serving.scoring.InvalidRequestException;
import io.privirec.serving.scoring.NoExactFormException;
import io.privirec.wire.ProblemType;
import java.time.Clock;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Puts questions to a model, as things are at the context. Thread-safe.
public final class Answers {
  private static final Duration EXACT_RETRY_AFTER = Duration.ofSeconds(1);

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
  /// @throws ProblemException if there is none, or if the question has a value outside its range
  public <T> T ask(BiFunction<Recommender, RequestContext, T> question) {
    return ask(null, question);
  }

  /// Asks a model.
  ///
  /// @param version of a loaded model; null: the active one
  /// @throws ProblemException as above
  public <T> T ask(@Nullable String version, BiFunction<Recommender, RequestContext, T> question) {
    return askThrough(put -> model.ask(version, put), question);
  }

  /// Asks whatever model a service chooses.
  ///
  /// @param choice puts the question to it
  /// @throws ProblemException as above
  public <T> T askThrough(
      Function<Function<Recommender, T>, T> choice,
      BiFunction<Recommender, RequestContext, T> question) {
    RequestContext context = new RequestContext(metadata.get(), clock.instant());
    try {
      return choice.apply(recommender -> question.apply(recommender, context));
    } catch (InvalidRequestException e) {
      throw ProblemException.at(e.pointer(), ProblemType.INVALID_VALUE, e.detail());
    } catch (NoExactFormException e) {
      throw ProblemException.at(
          "/exact", ProblemType.EXACT_UNAVAILABLE, String.valueOf(e.getMessage()));
    } catch (ExactQueueFullException e) {
      throw ProblemException.retryAfter(
          EXACT_RETRY_AFTER, ProblemType.TOO_MANY_REQUESTS, String.valueOf(e.getMessage()));
    }
  }
}
