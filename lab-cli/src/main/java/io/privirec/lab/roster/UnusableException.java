package io.privirec.lab.roster;

/// An option or a file cannot be used; the message says why.
final class UnusableException extends Exception {
  private static final long serialVersionUID = 1L;

  UnusableException(String message) {
    super(message);
  }
}
