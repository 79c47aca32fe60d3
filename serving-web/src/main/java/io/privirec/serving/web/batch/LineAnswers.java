package io.privirec.serving.web.batch;

import io.privirec.serving.web.batch.RequestLines.RequestLine;
import io.privirec.wire.BatchAnswer;

/// Answers lines of a batch, whatever is wrong with one of them. Thread-safe.
@FunctionalInterface
public interface LineAnswers {
  /// Answers a line with a line.
  ///
  /// @param traceId of the problem that is told
  BatchAnswer answer(RequestLine line, String traceId);
}
