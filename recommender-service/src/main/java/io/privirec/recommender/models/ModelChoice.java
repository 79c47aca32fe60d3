package io.privirec.recommender.models;

import io.privirec.edge.problem.ProblemException;
import io.privirec.wire.ProblemType;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which model a request asks.
 *
 * @param model version of a loaded model, whatever the experiments say
 * @param experiment whose arms are meant; null: the one that began first
 * @param subject opaque, decides the arm; null: no experiment
 */
public record ModelChoice(
    @Nullable String model, @Nullable String experiment, @Nullable String subject) {
  /** Asks the active model. */
  public static final ModelChoice ACTIVE = new ModelChoice(null, null, null);

  /** The header with the subject: unlike a query it does not end up in access logs. */
  public static final String SUBJECT = "PriviRec-Subject";

  /** What every client sends as the same bytes. */
  private static final Pattern SUBJECTS = Pattern.compile("[!-~]{1,256}");

  public ModelChoice {
    if (subject != null && !SUBJECTS.matcher(subject).matches()) {
      throw ProblemException.at(
          "/" + SUBJECT,
          ProblemType.INVALID_VALUE,
          "must be 1 to 256 visible ASCII characters without spaces");
    }
    if (experiment != null && subject == null) {
      throw ProblemException.at(
          "/experiment", ProblemType.INVALID_VALUE, "needs a subject: header " + SUBJECT);
    }
  }

  /** Hides the subject: it may stand for a person. */
  @Override
  public String toString() {
    return "ModelChoice[model=" + model + ", experiment=" + experiment + "]";
  }
}
