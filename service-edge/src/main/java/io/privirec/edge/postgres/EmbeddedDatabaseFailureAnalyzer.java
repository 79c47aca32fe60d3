package io.privirec.edge.postgres;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints why the embedded PostgreSQL did not start, and the way out, instead of a stack trace. */
final class EmbeddedDatabaseFailureAnalyzer
    extends AbstractFailureAnalyzer<EmbeddedDatabaseException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, EmbeddedDatabaseException cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.remedy(), cause);
  }
}
