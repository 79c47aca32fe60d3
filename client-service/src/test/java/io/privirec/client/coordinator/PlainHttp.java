package io.privirec.client.coordinator;

import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;

/// For coordinators of tests that speak `http`.
public final class PlainHttp {
  private PlainHttp() {}

  /// Whom the JVM trusts; nobody asks.
  public static SSLContext tls() {
    try {
      return SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
