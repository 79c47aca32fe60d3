package io.privirec.recommender.models;

import io.privirec.recommender.experiment.Experiment;
import io.privirec.serving.ranking.Recommender;
import io.privirec.serving.scoring.ScoreMode;
import io.privirec.serving.web.ServingModel;
import io.privirec.wire.ExperimentArm;
import io.privirec.wire.RecommendationAnswer;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Has requests answered by the model they ask for. That needs no lock: a request takes one
/// [Registry], and a model that is unloaded meanwhile answers it to the end. Thread-safe.
@Component
public final class ModelAnswers implements ServingModel {
  private final Models models;
  private final ModelMeters meters;
  private final Shadowing shadowing;

  ModelAnswers(Models models, ModelMeters meters, Shadowing shadowing) {
    this.models = models;
    this.meters = meters;
    this.shadowing = shadowing;
  }

  /// Answers with the model that a request asks for: by name, by its subject's arm, or the active
  /// one. Shadows of the active model may answer, too, later and unseen.
  ///
  /// @param ids how many items the question names
  /// @param mode of scores that it asks for
  /// @throws ModelRefusal if the model is not loaded, or the experiment does not run
  public RecommendationAnswer answer(
      ModelChoice choice,
      int ids,
      ScoreMode mode,
      Function<Recommender, RecommendationAnswer> question) {
    RecommendationAnswer answer = answer(choice, question);
    if (choice.model() == null && answer.arm() == null) {
      shadowing.offer(models.registry().shadows(), ids, mode, question, answer);
    }
    return answer;
  }

  /// The same without shadows, for requests of which there are many at once.
  ///
  /// @throws ModelRefusal as above
  public RecommendationAnswer answer(
      ModelChoice choice, Function<Recommender, RecommendationAnswer> question) {
    if (choice.model() == null && choice.subject() != null) {
      Optional<Experiment> experiment = models.registry().experiment(choice.experiment());
      if (experiment.isPresent()) {
        Optional<RecommendationAnswer> answer =
            answer(experiment.get(), choice.subject(), question);
        if (answer.isPresent()) {
          return answer.get();
        }
      }
    }
    return ask(choice.model(), question);
  }

  /// Empty when the arm's model is missing since the start, or of a kind that is not accepted any
  /// more: then the active one answers.
  private Optional<RecommendationAnswer> answer(
      Experiment experiment, String subject, Function<Recommender, RecommendationAnswer> question) {
    ExperimentArm arm = experiment.armOf(subject);
    Optional<RecommendationAnswer> answer =
        ask(current -> current.ofArm(arm.model()), question)
            .map(one -> one.ofArm(experiment.name(), arm.name()));
    answer.ifPresentOrElse(
        one -> meters.ofArm(experiment.name(), arm.name(), one.strategy()),
        () -> meters.withoutArm(experiment.name()));
    return answer;
  }

  /// Refuses what cannot be answered now.
  ///
  /// @param version of a loaded model; null: the active one
  /// @param experiment whose arms are meant; null: any
  /// @throws ModelRefusal if the model is not loaded, or the experiment does not run
  public void require(@Nullable String version, @Nullable String experiment) {
    models.registry().experiment(experiment);
    ask(version, Recommender::items);
  }

  /// What a model was folded from, as meters are labelled; `none` of one that is gone.
  public String method(String version) {
    LoadedModel model = models.registry().loaded().get(version);
    return model == null ? "none" : model.method();
  }

  /// Asks a model.
  ///
  /// @param version of a loaded model; null: the active one
  /// @throws ModelRefusal if it is not loaded, or none is
  @Override
  public <T> T ask(@Nullable String version, Function<Recommender, T> question) {
    return ask(
            current -> version == null ? current.active() : current.loaded().get(version), question)
        .orElseThrow(() ->
            version == null || models.registry().loaded().isEmpty()
                ? new ModelRefusal.NotLoaded()
                : new ModelRefusal.UnknownModel("/model"));
  }

  private <T> Optional<T> ask(
      Function<Registry, @Nullable LoadedModel> which, Function<Recommender, T> question) {
    while (true) {
      LoadedModel model = which.apply(models.registry());
      if (model == null) {
        return Optional.empty();
      }
      Optional<T> answer = model.recommender().ask(question);
      // None only when it was retired since the registry was read: then there is another registry.
      if (answer.isPresent() || model.equals(which.apply(models.registry()))) {
        return answer;
      }
    }
  }
}
