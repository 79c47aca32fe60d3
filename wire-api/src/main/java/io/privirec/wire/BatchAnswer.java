package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/// A line of a batch's or of a job's answers: either an answer or a problem.
///
/// @param line number of the request's line, from 1
/// @param id as the request said it
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BatchAnswer(
    long line,
    @Nullable String id,
    @Nullable RecommendationAnswer answer,
    @Nullable Problem problem) {
  /// An answer to a line.
  public static BatchAnswer of(long line, @Nullable String id, RecommendationAnswer answer) {
    return new BatchAnswer(line, id, answer, null);
  }

  /// What was wrong with a line.
  public static BatchAnswer of(long line, @Nullable String id, Problem problem) {
    return new BatchAnswer(line, id, null, problem);
  }

  /// Hides the id, which may stand for a person, and what was answered.
  @Override
  public String toString() {
    return "BatchAnswer[line=%s, %s]"
        .formatted(line, problem == null ? "answer" : "problem=" + problem.code());
  }
}
