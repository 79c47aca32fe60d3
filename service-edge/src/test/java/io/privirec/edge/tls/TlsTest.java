package io.privirec.edge.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.edge.TestService;
import io.privirec.wire.client.UntrustedCertificate;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/// A service that speaks TLS with certificates of a CA of its own, and calls to it.
@ExtendWith(OutputCaptureExtension.class)
class TlsTest {
  private static final String PASSWORD = "of-a-test";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir static Path directory;

  @BeforeAll
  static void makeCertificates() throws Exception {
    keytool(
        "-genkeypair",
        "-alias",
        "ca",
        "-keystore",
        "ca.p12",
        "-dname",
        "CN=test-ca",
        "-ext",
        "bc:c",
        "-keyalg",
        "EC");
    keytool("-exportcert", "-alias", "ca", "-keystore", "ca.p12", "-rfc", "-file", "ca.pem");
    keytool(
        "-importcert", "-alias", "ca", "-keystore", "trust.p12", "-file", "ca.pem", "-noprompt");
    leaf("first", "CN=first-server");
    leaf("second", "CN=second-server");
    leaf("client", "CN=caller");
    keytool(
        "-genkeypair",
        "-alias",
        "other",
        "-keystore",
        "other.p12",
        "-dname",
        "CN=other-ca",
        "-ext",
        "bc:c",
        "-keyalg",
        "EC");
    keytool(
        "-exportcert", "-alias", "other", "-keystore", "other.p12", "-rfc", "-file", "other.pem");
    keytool(
        "-importcert",
        "-alias",
        "other",
        "-keystore",
        "other-trust.p12",
        "-file",
        "other.pem",
        "-noprompt");
  }

  @Test
  void caOfItsOwn_namedByABundle_isTrusted() throws Exception {
    try (ConfigurableApplicationContext service = service("first.p12");
        HttpClient client = client(service, "trusting")) {
      assertThat(get(client, service).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void caOfItsOwn_namedByPem_withoutAKeystore_isTrusted() throws Exception {
    String bundle = "--spring.ssl.bundle.pem.private-ca.truststore.certificate=file:";
    try (ConfigurableApplicationContext service =
            service("first.p12", bundle + directory.resolve("ca.pem"));
        HttpClient client = client(service, "private-ca")) {
      assertThat(get(client, service).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void caThatNobodyNamed_isRefusedAndTheCertificateNamed() throws Exception {
    try (ConfigurableApplicationContext service = service("first.p12");
        HttpClient ofTheJvm = client(service, null);
        HttpClient ofAnother = client(service, "other")) {
      for (HttpClient client : List.of(ofTheJvm, ofAnother)) {
        assertThatThrownBy(() -> get(client, service))
            .satisfies(failure ->
                assertThat(UntrustedCertificate.in(failure))
                    .get()
                    .asString()
                    .contains("CN=first-server", "issued by CN=test-ca", "not trusted")
                    .doesNotContain("sun.security"));
      }
    }
  }

  @Test
  void serviceThatAsksForCertificates_takesThatOfTheBundleAndNoOther() throws Exception {
    try (ConfigurableApplicationContext service =
            service("first.p12", "--server.ssl.client-auth=need");
        HttpClient known = client(service, "known");
        HttpClient unknown = client(service, "trusting")) {
      assertThat(get(known, service).statusCode()).isEqualTo(200);
      assertThatThrownBy(() -> get(unknown, service)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void certificateReplacedUnderLoad_isTakenUpWithoutAFailedRequest() throws Exception {
    Path used = directory.resolve("used.p12");
    Files.copy(directory.resolve("first.p12"), used, StandardCopyOption.REPLACE_EXISTING);
    try (ConfigurableApplicationContext service = service("used.p12")) {
      AtomicInteger answered = new AtomicInteger();
      Awaitility.await()
          .atMost(PATIENCE)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(20))
          .until(() -> {
            if (answered.get() == 5) {
              Files.copy(
                  directory.resolve("second.p12"), used, StandardCopyOption.REPLACE_EXISTING);
            }
            // A new connection each time, as of a caller that just came.
            try (HttpClient client = client(service, "trusting")) {
              HttpResponse<String> answer = get(client, service);
              assertThat(answer.statusCode()).isEqualTo(200);
              answered.incrementAndGet();
              return subject(answer).equals("CN=second-server");
            }
          });
      assertThat(answered).hasValueGreaterThan(5);
    }
  }

  /// Whoever replaces two files has one of them new before the other.
  @Test
  void certificateWithoutItsKey_isNotTakenUp_andTheNextPairIs(CapturedOutput output)
      throws Exception {
    Path certificate = directory.resolve("used.crt");
    Path key = directory.resolve("used.key");
    writePem("first", certificate, key);
    String bundle = "--spring.ssl.bundle.pem.pair.";
    try (ConfigurableApplicationContext service =
            service(
                "first.p12",
                "--server.ssl.bundle=pair",
                bundle + "reload-on-update=true",
                bundle + "keystore.certificate=file:" + certificate,
                bundle + "keystore.private-key=file:" + key);
        HttpClient client = client(service, "trusting")) {
      assertThat(get(client, service).statusCode()).isEqualTo(200);

      writePem("second", certificate, directory.resolve("later.key"));
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> output.getAll().contains("Unexpected SSL reload error"));
      try (HttpClient another = client(service, "trusting")) {
        assertThat(subject(get(another, service))).isEqualTo("CN=first-server");
      }

      Files.move(directory.resolve("later.key"), key, StandardCopyOption.REPLACE_EXISTING);
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> {
            try (HttpClient another = client(service, "trusting")) {
              return subject(get(another, service)).equals("CN=second-server");
            }
          });
    }
  }

  private static void writePem(String name, Path certificate, Path key) throws Exception {
    KeyStore store =
        KeyStore.getInstance(directory.resolve(name + ".p12").toFile(), PASSWORD.toCharArray());
    String alias = "ca-of-" + name;
    Files.writeString(certificate, pem("CERTIFICATE", store.getCertificate(alias).getEncoded()));
    Files.writeString(
        key, pem("PRIVATE KEY", store.getKey(alias, PASSWORD.toCharArray()).getEncoded()));
  }

  private static String pem(String label, byte[] der) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n".formatted(label, text);
  }

  @Test
  void trustReplaced_isTakenUpByTheContextThatIsInUse() throws Exception {
    Path used = directory.resolve("used-trust.p12");
    Files.copy(directory.resolve("other-trust.p12"), used, StandardCopyOption.REPLACE_EXISTING);
    try (ConfigurableApplicationContext service = service("first.p12");
        HttpClient client = client(service, "used")) {
      assertThatThrownBy(() -> get(client, service)).isInstanceOf(IOException.class);

      Files.copy(directory.resolve("trust.p12"), used, StandardCopyOption.REPLACE_EXISTING);

      Awaitility.await()
          .atMost(PATIENCE)
          .ignoreExceptionsInstanceOf(IOException.class)
          .until(() -> get(client, service).statusCode() == 200);
    }
  }

  private static String subject(HttpResponse<?> answer) throws IOException {
    X509Certificate certificate =
        (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
    return certificate.getSubjectX500Principal().getName();
  }

  private static HttpResponse<String> get(HttpClient client, ConfigurableApplicationContext service)
      throws IOException, InterruptedException {
    int port = ((ServletWebServerApplicationContext) service).getWebServer().getPort();
    return client.send(
        HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/v1/open"))
            .timeout(Duration.ofSeconds(20))
            .build(),
        BodyHandlers.ofString());
  }

  private static HttpClient client(ConfigurableApplicationContext service, String bundle) {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .sslContext(OutgoingTls.of(service.getBean(SslBundles.class), bundle))
        .build();
  }

  private static ConfigurableApplicationContext service(String keystore, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--privirec.data-dir=" + directory.resolve("data"),
                "--spring.autoconfigure.exclude="
                    + "io.privirec.edge.postgres.EmbeddedPostgresAutoConfiguration,"
                    + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                "--spring.ssl.bundle.watch.file.quiet-period=500ms",
                "--server.ssl.bundle=served"));
    arguments.addAll(bundle("served", keystore, "trust.p12"));
    arguments.addAll(bundle("trusting", null, "trust.p12"));
    arguments.addAll(bundle("known", "client.p12", "trust.p12"));
    arguments.addAll(bundle("other", null, "other-trust.p12"));
    if (Files.exists(directory.resolve("used-trust.p12"))) {
      arguments.addAll(bundle("used", null, "used-trust.p12"));
    }
    List<String> own = List.of(more);
    // Given twice, a property would have both values.
    arguments.removeIf(argument ->
        own.stream()
            .anyMatch(each -> argument.startsWith(each.substring(0, each.indexOf('=') + 1))));
    arguments.addAll(own);
    return SpringApplication.run(TestService.class, arguments.toArray(String[]::new));
  }

  private static List<String> bundle(String name, String keystore, String truststore) {
    String prefix = "--spring.ssl.bundle.jks." + name + ".";
    List<String> arguments = new ArrayList<>();
    arguments.add(prefix + "reload-on-update=true");
    arguments.add(prefix + "truststore.location=file:" + directory.resolve(truststore));
    arguments.add(prefix + "truststore.password=" + PASSWORD);
    if (keystore != null) {
      arguments.add(prefix + "keystore.location=file:" + directory.resolve(keystore));
      arguments.add(prefix + "keystore.password=" + PASSWORD);
    }
    return arguments;
  }

  private static void leaf(String name, String subject) throws Exception {
    keytool(
        "-genkeypair",
        "-alias",
        "ca-of-" + name,
        "-keystore",
        name + ".p12",
        "-dname",
        subject,
        "-keyalg",
        "EC");
    keytool(
        "-certreq", "-alias", "ca-of-" + name, "-keystore", name + ".p12", "-file", name + ".csr");
    keytool(
        "-gencert",
        "-alias",
        "ca",
        "-keystore",
        "ca.p12",
        "-infile",
        name + ".csr",
        "-outfile",
        name + ".pem",
        "-ext",
        "san=dns:localhost",
        "-rfc");
    keytool(
        "-importcert", "-alias", "ca", "-keystore", name + ".p12", "-file", "ca.pem", "-noprompt");
    keytool(
        "-importcert",
        "-alias",
        "ca-of-" + name,
        "-keystore",
        name + ".p12",
        "-file",
        name + ".pem",
        "-noprompt");
    keytool("-delete", "-alias", "ca", "-keystore", name + ".p12");
  }

  private static void keytool(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-storepass", PASSWORD));
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
  }
}
