package io.privirec.edge.lifecycle;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Prints why the service does not start, and the way out, instead of a stack trace.
final class StartRefusedFailureAnalyzer extends AbstractFailureAnalyzer<StartRefusedException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, StartRefusedException cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.remedy(), cause);
  }
}
