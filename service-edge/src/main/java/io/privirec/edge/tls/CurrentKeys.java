package io.privirec.edge.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// Calls with the certificate of the newest key manager; with none where that has none.
@SuppressWarnings("NullAway") // Null is how a key manager says that it has nothing.
final class CurrentKeys extends X509ExtendedKeyManager {
  private volatile Optional<X509ExtendedKeyManager> current = Optional.empty();

  void become(KeyManager[] managers) {
    current =
        Arrays.stream(managers)
            .filter(X509ExtendedKeyManager.class::isInstance)
            .map(X509ExtendedKeyManager.class::cast)
            .findFirst();
  }

  private <T> @Nullable T ask(Function<X509ExtendedKeyManager, @Nullable T> question) {
    return current.map(question).orElse(null);
  }

  @Override
  public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
    return ask(keys -> keys.chooseEngineClientAlias(types, issuers, engine));
  }

  @Override
  public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
    return ask(keys -> keys.chooseClientAlias(types, issuers, socket));
  }

  @Override
  public String[] getClientAliases(String type, Principal[] issuers) {
    return ask(keys -> keys.getClientAliases(type, issuers));
  }

  @Override
  public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
    return ask(keys -> keys.chooseServerAlias(type, issuers, socket));
  }

  @Override
  public String[] getServerAliases(String type, Principal[] issuers) {
    return ask(keys -> keys.getServerAliases(type, issuers));
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return ask(keys -> keys.getCertificateChain(alias));
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return ask(keys -> keys.getPrivateKey(alias));
  }
}
