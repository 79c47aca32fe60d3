package io.privirec.lab.run;

/// The run did not reach its end. The message is for the user: exit status 1.
public final class RunFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  RunFailedException(String message) {
    super(message);
  }
}
