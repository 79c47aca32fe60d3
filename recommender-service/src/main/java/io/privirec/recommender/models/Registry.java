package io.privirec.recommender.models;

import io.privirec.recommender.experiment.Experiment;
import io.privirec.serving.release.ShownClaim;
import io.privirec.serving.release.VerifiedRelease;
import io.privirec.wire.ExperimentArm;
import io.privirec.wire.ModelView;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One consistent picture: what is loaded, and what was chosen. Immutable; a request looks at one
/// of them, a change makes another.
///
/// @param loaded by version
/// @param policy which models may answer
record Registry(Map<String, LoadedModel> loaded, Choices choices, ActivationPolicy policy) {
  Registry {
    loaded = Map.copyOf(loaded);
  }

  /// Returns the model of an experiment's arm. Null if the model is not loaded, or of a kind that
  /// is not accepted.
  @Nullable LoadedModel ofArm(String version) {
    LoadedModel model = loaded.get(version);
    return model != null && policy.accepts(model.release()) ? model : null;
  }

  /// The model that answers: the chosen one or, while that is not loaded, the best one that is and
  /// that the policy accepts. Null while there is no such model, or none was ever chosen.
  @Nullable LoadedModel active() {
    String chosen = choices.active();
    if (chosen == null) {
      return null;
    }
    LoadedModel model = loaded.get(chosen);
    return model != null ? model : policy.best(loaded.values()).orElse(null);
  }

  /// The chosen model, where another one answers in its place.
  Optional<String> standsInFor() {
    String chosen = choices.active();
    return chosen == null || active() == null || loaded.containsKey(chosen)
        ? Optional.empty()
        : Optional.of(chosen);
  }

  private boolean answers(String version) {
    LoadedModel active = active();
    return active != null && version.equals(active.version());
  }

  /// The model that a rollback would make active: of those active before, the last one that is
  /// loaded and accepted.
  Optional<String> previous() {
    return earlier().stream()
        .filter(model -> policy.accepts(model.release()))
        .map(LoadedModel::version)
        .findFirst();
  }

  /// Loaded models that were active before, the last one first.
  List<LoadedModel> earlier() {
    return choices.before().reversed().stream()
        .flatMap(version -> Stream.ofNullable(loaded.get(version)))
        .toList();
  }

  LoadedModel require(String version) {
    LoadedModel model = loaded.get(version);
    if (model == null) {
      throw new ModelRefusal.UnknownModel();
    }
    return model;
  }

  /// Loaded, or to be loaded as soon as it can be.
  void requireChosen(String version) {
    if (!choices.loaded().contains(version)) {
      require(version);
    }
  }

  /// Newest release first.
  List<ModelView> views(Function<VerifiedRelease, ShownClaim> claims) {
    return loaded.values().stream()
        .sorted(LoadedModel.BY_AGE.reversed())
        .flatMap(model -> view(model, claims).stream())
        .toList();
  }

  Optional<ModelView> view(LoadedModel model, Function<VerifiedRelease, ShownClaim> claims) {
    return model.view(
        answers(model.version()),
        choices.shadows().contains(model.version()),
        claims.apply(model.release()));
  }

  Registry with(LoadedModel model) {
    Map<String, LoadedModel> more = new LinkedHashMap<>(loaded);
    more.put(model.version(), model);
    return new Registry(more, choices, policy);
  }

  Registry with(Choices changed) {
    return new Registry(loaded, changed, policy);
  }

  Registry without(String version) {
    Map<String, LoadedModel> fewer = new LinkedHashMap<>(loaded);
    fewer.remove(version);
    return new Registry(fewer, choices.unload(version), policy);
  }

  /// Why a model must stay loaded; empty when it need not.
  Optional<String> use(String version) {
    if (answers(version)) {
      return Optional.of("it is the active model: activate another one first");
    }
    if (choices.shadows().contains(version)) {
      return Optional.of("it answers as a shadow: end that first");
    }
    for (Experiment experiment : choices.experiments()) {
      for (ExperimentArm arm : experiment.arms()) {
        if (arm.model().equals(version)) {
          return Optional.of(
              "it is the model of arm %s of experiment %s: change or end that first"
                  .formatted(arm.name(), experiment.name()));
        }
      }
    }
    return Optional.empty();
  }

  /// Loaded models that answer unseen; never the one that answers.
  List<LoadedModel> shadows() {
    return choices.shadows().stream()
        .filter(version -> !answers(version))
        .flatMap(version -> Stream.ofNullable(loaded.get(version)))
        .toList();
  }

  /// The experiment that a request belongs to.
  ///
  /// @return empty when there is none
  Optional<Experiment> experiment(@Nullable String name) {
    if (name == null) {
      return choices.experiments().stream().findFirst();
    }
    return Optional.of(
        choices
            .experiment(name)
            .orElseThrow(() -> new ModelRefusal.UnknownExperiment("/experiment")));
  }

  /// Makes room for a model: the oldest go that answer nobody, the one before the active last of
  /// all.
  Registry trimmedFor(LoadedModel arrived, int limit) {
    Registry trimmed = this;
    while (trimmed.loaded.size() > limit) {
      Optional<LoadedModel> oldest = trimmed.dispensable(arrived);
      if (oldest.isEmpty()) {
        throw new ModelRefusal.TooManyModels(limit);
      }
      trimmed = trimmed.without(oldest.get().version());
    }
    return trimmed;
  }

  private Optional<LoadedModel> dispensable(LoadedModel arrived) {
    String previous = previous().orElse("");
    return loaded.values().stream()
        .filter(model -> !model.equals(arrived) && use(model.version()).isEmpty())
        .min(
            Comparator.comparing((LoadedModel model) -> model.version().equals(previous))
                .thenComparing(LoadedModel.BY_AGE));
  }
}
