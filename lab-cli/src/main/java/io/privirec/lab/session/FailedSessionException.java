package io.privirec.lab.session;

import io.privirec.federation.PlanStep;

/// A session in this process ended without a model. The message is for the user: exit status 1.
public final class FailedSessionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// Of the step that failed.
  public FailedSessionException(PlanStep.Fail failure) {
    super("the session failed, %s: %s".formatted(failure.code(), failure.detail()));
  }
}
