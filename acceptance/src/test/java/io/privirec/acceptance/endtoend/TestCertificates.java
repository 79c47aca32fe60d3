package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Two certificate authorities, each with a certificate for servers on loopback and one for callers,
 * and files with what is in use, as services read them.
 */
final class TestCertificates {
  private static final char[] PASSWORD = "of-a-test".toCharArray();

  private final Path directory;
  private final KeyStore all;

  /** Whose certificates are there. */
  enum Authority {
    OLD,
    NEW;

    private String alias(String owner) {
      return owner + "-" + name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  TestCertificates(Path directory) throws Exception {
    this.directory = directory;
    for (Authority authority : Authority.values()) {
      String ca = authority.alias("ca");
      make(ca, "-ext", "bc:c");
      make(authority.alias("server"), "-ext", "san=ip:127.0.0.1", "-signer", ca);
      make(authority.alias("caller"), "-signer", ca);
    }
    all = KeyStore.getInstance(store().toFile(), PASSWORD);
  }

  private Path store() {
    return directory.resolve("all.p12");
  }

  private void make(String alias, String... more) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-keyalg", "EC", "-alias", alias));
    command.addAll(List.of("-dname", "CN=" + alias, "-keystore", store().toString()));
    command.addAll(List.of("-storepass", new String(PASSWORD)));
    command.addAll(List.of(more));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
  }

  /** Has servers and callers use the certificates of that authority. */
  void present(Authority authority) throws IOException, GeneralSecurityException {
    for (String owner : List.of("server", "caller")) {
      String alias = authority.alias(owner);
      replace(owner + ".key", pem("PRIVATE KEY", all.getKey(alias, PASSWORD).getEncoded()));
      replace(owner + ".crt", pem("CERTIFICATE", all.getCertificate(alias).getEncoded()));
    }
  }

  /** Has everybody trust these authorities and no other. */
  void trust(Authority... authorities) throws IOException, GeneralSecurityException {
    StringBuilder text = new StringBuilder();
    for (Authority authority : authorities) {
      Certificate ca = all.getCertificate(authority.alias("ca"));
      text.append(pem("CERTIFICATE", ca.getEncoded()));
    }
    replace("ca.crt", text.toString());
  }

  private static String pem(String what, byte[] encoded) {
    Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(what, lines.encodeToString(encoded));
  }

  private void replace(String name, String text) throws IOException {
    Path draft = Files.writeString(directory.resolve(name + ".draft"), text);
    Files.move(draft, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Properties of a service whose callers need a certificate. */
  Map<String, String> ofServer() {
    Map<String, String> properties = bundle("served", "server");
    properties.put("server.ssl.bundle", "served");
    properties.put("server.ssl.client-auth", "need");
    return properties;
  }

  /** Properties of a service that calls the coordinator. */
  Map<String, String> ofCaller() {
    Map<String, String> properties = bundle("coordinator", "caller");
    properties.put("privirec.coordinator.ssl-bundle", "coordinator");
    return properties;
  }

  private Map<String, String> bundle(String name, String owner) {
    String prefix = "spring.ssl.bundle.pem." + name + ".";
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put(prefix + "reload-on-update", "true");
    properties.put("spring.ssl.bundle.watch.file.quiet-period", "300ms");
    properties.put(prefix + "keystore.certificate", "file:" + directory.resolve(owner + ".crt"));
    properties.put(prefix + "keystore.private-key", "file:" + directory.resolve(owner + ".key"));
    properties.put(prefix + "truststore.certificate", "file:" + directory.resolve("ca.crt"));
    return properties;
  }

  /** An operator who trusts both authorities, and has a certificate of one of them. */
  SSLContext operator(Authority authority) throws GeneralSecurityException, IOException {
    KeyStore trusted = empty();
    for (Authority each : Authority.values()) {
      trusted.setCertificateEntry(each.name(), all.getCertificate(each.alias("ca")));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    KeyStore own = empty();
    String alias = authority.alias("caller");
    own.setKeyEntry(alias, all.getKey(alias, PASSWORD), PASSWORD, all.getCertificateChain(alias));
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, PASSWORD);
    return store;
  }

  /** Whether a certificate is the one that servers of an authority have. */
  boolean isOf(Authority authority, Certificate[] chain) throws GeneralSecurityException {
    return Arrays.asList(chain).contains(all.getCertificate(authority.alias("server")));
  }
}
