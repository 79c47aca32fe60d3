package io.privirec.wire.client;

import io.privirec.wire.Problem;
import io.privirec.wire.RecommendationAnswer;
import org.jspecify.annotations.Nullable;

/**
 * A line of a batch's or of a job's answers: either an answer or a problem.
 *
 * @param line number of the request's line, from 1
 * @param id as the request said it
 */
public record BatchAnswer(
    long line,
    @Nullable String id,
    @Nullable RecommendationAnswer answer,
    @Nullable Problem problem) {
  /** Hides the id, which may stand for a person, and what was answered. */
  @Override
  public String toString() {
    return "BatchAnswer[line=%d, %s]"
        .formatted(line, problem == null ? "answer" : "problem=" + problem.code());
  }
}
