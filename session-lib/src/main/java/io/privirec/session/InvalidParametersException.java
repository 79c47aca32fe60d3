package io.privirec.session;

/// Parameters of which no session can be made. The message is for people.
public final class InvalidParametersException extends Exception {
  private final String pointer;

  InvalidParametersException(String pointer, String message) {
    super(message);
    this.pointer = pointer;
  }

  InvalidParametersException(String pointer, String message, Throwable cause) {
    super(message, cause);
    this.pointer = pointer;
  }

  /// Where in the request the fault is, as a JSON pointer: `/parameters/k`.
  public String pointer() {
    return pointer;
  }
}
