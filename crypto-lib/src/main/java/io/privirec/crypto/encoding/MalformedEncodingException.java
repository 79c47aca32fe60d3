package io.privirec.crypto.encoding;

import java.security.GeneralSecurityException;

/// Bytes that are not the canonical encoding of anything.
public final class MalformedEncodingException extends GeneralSecurityException {
  private static final long serialVersionUID = 1L;

  public MalformedEncodingException(String message) {
    super(message);
  }
}
