package io.privirec.filter.data;

import java.io.IOException;

/// Packed data unpacks to more text than a file of interactions may have.
public final class TooMuchTextException extends IOException {
  private static final long serialVersionUID = 1L;

  TooMuchTextException(String message) {
    super(message);
  }
}
