package io.privirec.session;

/// An algorithm of that name does not exist in this version.
public final class UnknownAlgorithmException extends Exception {
  UnknownAlgorithmException() {
    super("must be one of: " + String.join(", ", SessionAlgorithms.NAMES));
  }
}
