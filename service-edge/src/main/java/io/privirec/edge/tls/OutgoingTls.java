package io.privirec.edge.tls;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/// TLS contexts for calls to others: whom they trust, and as whom they call.
public final class OutgoingTls {
  private OutgoingTls() {}

  /// One that trusts, and calls as, an SSL bundle says. When the bundle's files are replaced,
  /// connections made from then on are of the new ones (`reload-on-update`).
  ///
  /// @param bundle name below `spring.ssl.bundle`; null: whom the JVM trusts, without a certificate
  /// @throws NoSuchSslBundleException if there is none of that name
  public static SSLContext of(SslBundles bundles, @Nullable String bundle) {
    try {
      CurrentTrust trust = new CurrentTrust();
      CurrentKeys keys = new CurrentKeys();
      if (bundle == null) {
        trust.become(ofTheJvm());
      } else {
        SslBundle given = bundles.getBundle(bundle);
        become(given, trust, keys);
        bundles.addBundleUpdateHandler(bundle, changed -> become(changed, trust, keys));
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {keys}, new TrustManager[] {trust}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("TLS is not to be had from this JVM", e);
    }
  }

  private static void become(SslBundle bundle, CurrentTrust trust, CurrentKeys keys) {
    trust.become(bundle.getManagers().getTrustManagers());
    keys.become(bundle.getManagers().getKeyManagers());
  }

  private static TrustManager[] ofTheJvm() throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init((KeyStore) null);
    return factory.getTrustManagers();
  }
}
