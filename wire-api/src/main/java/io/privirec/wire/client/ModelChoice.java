package io.privirec.wire.client;

import org.jspecify.annotations.Nullable;

/**
 * Which of the loaded models answers.
 *
 * @param model version of a loaded model; null: the active one, or that of the subject's arm
 * @param experiment name of an experiment, where more than one runs
 * @param subject opaque, the same for the same person or session: decides the arm of an experiment
 */
public record ModelChoice(
    @Nullable String model, @Nullable String experiment, @Nullable String subject) {
  /** The active model. */
  public static final ModelChoice ACTIVE = new ModelChoice(null, null, null);

  /** A loaded model. */
  public static ModelChoice version(String model) {
    return new ModelChoice(model, null, null);
  }

  /** The arm that a subject belongs to, in the oldest experiment. */
  public static ModelChoice of(String subject) {
    return new ModelChoice(null, null, subject);
  }

  /** Hides the subject: it may stand for a person. */
  @Override
  public String toString() {
    return "ModelChoice[model=" + model + ", experiment=" + experiment + "]";
  }
}
