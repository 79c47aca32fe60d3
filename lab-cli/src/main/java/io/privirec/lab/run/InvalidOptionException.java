package io.privirec.lab.run;

/// An option, or the data it names, that the run cannot work with. The message is for the user:
/// exit status 2.
public final class InvalidOptionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public InvalidOptionException(String message) {
    super(message);
  }
}
