package io.privirec.recommender.models;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which model a request asks.
///
/// @param model version of a loaded model, whatever the experiments say
/// @param experiment whose arms are meant; null: the one that began first
/// @param subject opaque, decides the arm; null: no experiment
public record ModelChoice(
    @Nullable String model, @Nullable String experiment, @Nullable String subject) {
  /// The header with the subject: unlike a query it does not end up in access logs.
  public static final String SUBJECT = "PriviRec-Subject";

  /// What every client sends as the same bytes.
  private static final Pattern SUBJECTS = Pattern.compile("[!-~]{1,256}");

  /// What a request asks for.
  ///
  /// @throws ModelRefusal if the subject is none, or is missing
  public static ModelChoice ofRequest(
      @Nullable String model, @Nullable String experiment, @Nullable String subject) {
    requireSubject(subject, "/" + SUBJECT);
    if (experiment != null && subject == null) {
      throw new ModelRefusal.InvalidValue("/experiment", "needs a subject: header " + SUBJECT);
    }
    return new ModelChoice(model, experiment, subject);
  }

  /// What a line of a batch asks for.
  ///
  /// @param model of the batch
  /// @param experiment of the batch
  /// @throws ModelRefusal if the subject is none, or is missing
  public static ModelChoice ofLine(
      @Nullable String model, @Nullable String experiment, @Nullable String subject) {
    requireSubject(subject, "/subject");
    if (experiment != null && subject == null) {
      throw new ModelRefusal.InvalidValue("/subject", "is needed: the batch names an experiment");
    }
    return new ModelChoice(model, experiment, subject);
  }

  private static void requireSubject(@Nullable String subject, String pointer) {
    if (subject != null && !SUBJECTS.matcher(subject).matches()) {
      throw new ModelRefusal.InvalidValue(
          pointer, "must be 1 to 256 visible ASCII characters without spaces");
    }
  }

  /// Hides the subject: it may stand for a person.
  @Override
  public String toString() {
    return "ModelChoice[model=" + model + ", experiment=" + experiment + "]";
  }
}
