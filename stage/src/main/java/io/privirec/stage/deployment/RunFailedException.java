package io.privirec.stage.deployment;

/// The run did not reach its end. The message is for the user: exit status 1.
public final class RunFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  /// @param message what failed, for a person
  public RunFailedException(String message) {
    super(message);
  }
}
