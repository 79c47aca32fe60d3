package io.privirec.wire.client;

import org.jspecify.annotations.Nullable;

/// Which of the loaded models answers, and in which form.
///
/// @param model version of a loaded model; null: the active one, or that of the subject's arm
/// @param experiment name of an experiment, where more than one runs
/// @param subject opaque, the same for the same person or session: decides the arm of an experiment
/// @param exact whether to score by the factors that the filter was folded from, where the service
///   keeps them
public record ModelChoice(
    @Nullable String model, @Nullable String experiment, @Nullable String subject, boolean exact) {
  /// The active model.
  public static final ModelChoice ACTIVE = new ModelChoice(null, null, null);

  /// By the folded filter.
  public ModelChoice(
      @Nullable String model, @Nullable String experiment, @Nullable String subject) {
    this(model, experiment, subject, false);
  }

  /// A loaded model.
  public static ModelChoice version(String model) {
    return new ModelChoice(model, null, null);
  }

  /// The arm that a subject belongs to, in the oldest experiment.
  public static ModelChoice of(String subject) {
    return new ModelChoice(null, null, subject);
  }

  /// The arms of an experiment, for a batch: each line of it has a subject.
  public static ModelChoice ofExperiment(String experiment) {
    return new ModelChoice(null, experiment, null);
  }

  /// The same, by the factors.
  public ModelChoice exactly() {
    return new ModelChoice(model, experiment, subject, true);
  }

  Query query() {
    return new Query()
        .with("model", model)
        .with("experiment", experiment)
        .with("exact", exact ? "true" : null);
  }

  /// For what has a place for a subject elsewhere, or none.
  ModelChoice requireNoSubject(String why) {
    if (subject != null) {
      throw new IllegalArgumentException(why);
    }
    return this;
  }

  /// Hides the subject: it may stand for a person.
  @Override
  public String toString() {
    return "ModelChoice[model=%s, experiment=%s, exact=%s]".formatted(model, experiment, exact);
  }
}
