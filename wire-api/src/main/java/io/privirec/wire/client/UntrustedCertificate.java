package io.privirec.wire.client;

import java.security.cert.CertificateException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/// Why a TLS connection did not come about, out of an exception that wraps it.
public final class UntrustedCertificate {
  private UntrustedCertificate() {}

  /// Says whose certificate is not trusted, or what else TLS failed on; empty if it did not.
  public static Optional<String> in(Throwable failure) {
    return first(CertificateException.class, failure)
        .or(() -> first(SSLException.class, failure))
        .map(Throwable::getMessage);
  }

  private static Optional<Throwable> first(Class<? extends Throwable> type, Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .filter(type::isInstance)
        .findFirst();
  }
}
