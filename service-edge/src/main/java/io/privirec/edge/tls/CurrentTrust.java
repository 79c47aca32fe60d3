package io.privirec.edge.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// Trusts whom the newest trust manager trusts, and names the certificate that it does not.
final class CurrentTrust extends X509ExtendedTrustManager {
  private static final Pattern CLASS_NAMES = Pattern.compile("\\b(?:[a-z]+\\.)+[A-Z]\\w*: ");

  private volatile @Nullable X509ExtendedTrustManager current;

  void become(TrustManager[] managers) {
    current =
        Arrays.stream(managers)
            .filter(X509ExtendedTrustManager.class::isInstance)
            .map(X509ExtendedTrustManager.class::cast)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no trust manager for X.509"));
  }

  private X509ExtendedTrustManager current() {
    X509ExtendedTrustManager manager = current;
    if (manager == null) {
      throw new IllegalStateException("nobody is trusted yet");
    }
    return manager;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    try {
      current().checkServerTrusted(chain, authType, engine);
    } catch (CertificateException e) {
      throw named(chain, e);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    try {
      current().checkServerTrusted(chain, authType, socket);
    } catch (CertificateException e) {
      throw named(chain, e);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    try {
      current().checkServerTrusted(chain, authType);
    } catch (CertificateException e) {
      throw named(chain, e);
    }
  }

  private static CertificateException named(X509Certificate[] chain, CertificateException why) {
    X509Certificate first = chain[0];
    return new CertificateException(
        String.format(
            Locale.ROOT,
            "the certificate of %s, issued by %s, valid from %tF to %tF, is not trusted: %s",
            first.getSubjectX500Principal().getName(),
            first.getIssuerX500Principal().getName(),
            first.getNotBefore(),
            first.getNotAfter(),
            inWords(why)),
        why);
  }

  /// Messages of the JDK name classes on the way to the reason.
  private static String inWords(CertificateException why) {
    return CLASS_NAMES.matcher(String.valueOf(why.getMessage())).replaceAll("");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    current().checkClientTrusted(chain, authType, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    current().checkClientTrusted(chain, authType, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    current().checkClientTrusted(chain, authType);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return current().getAcceptedIssuers();
  }
}
