package io.privirec.serving.web.batch;

import io.privirec.edge.problem.ProblemException;
import io.privirec.serving.web.batch.RequestLines.RequestLine;
import io.privirec.wire.BatchAnswer;
import io.privirec.wire.Problem;
import java.util.function.Function;

/** Answers lines of a batch, whatever is wrong with one of them. Thread-safe. */
@FunctionalInterface
public interface LineAnswers {
  /**
   * Answers a line with a line.
   *
   * @param problems makes the problem that is told
   */
  BatchAnswer answer(RequestLine line, Function<ProblemException, Problem> problems);
}
