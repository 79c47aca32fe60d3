package io.privirec.edge.sealing;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Prints what is wrong with the encryption keys, and the way out, instead of a stack trace.
final class UnusableKeysFailureAnalyzer extends AbstractFailureAnalyzer<UnusableKeysException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, UnusableKeysException cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.remedy(), cause);
  }
}
