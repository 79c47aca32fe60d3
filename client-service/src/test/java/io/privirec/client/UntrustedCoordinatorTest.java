package io.privirec.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/// A coordinator whose certificate is not trusted: whoever enrols a participant is told, and the
/// log tells in few lines.
@ExtendWith(OutputCaptureExtension.class)
class UntrustedCoordinatorTest {
  private static final int MOST_LINES = 15;
  private static final String PASSWORD = "of-a-test";

  @TempDir Path directory;

  @Test
  void certificateThatNobodyTrusts_isNamedInAnswerAndLog(CapturedOutput output) throws Exception {
    HttpsServer stranger =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    stranger.setHttpsConfigurator(new HttpsConfigurator(certificate("CN=stranger")));
    stranger.start();
    try (TestCoordinator coordinator = new TestCoordinator();
        TestClient client =
            new TestClient(
                directory.resolve("data"),
                coordinator,
                "--privirec.coordinator.url=https://localhost:"
                    + stranger.getAddress().getPort())) {
      client.start();
      int before = output.getAll().length();

      HttpResponse<String> answer =
          client.postJson(
              "/v1/participants",
              "{\"id\":\"p1\",\"enrolmentToken\":\"%s\"}".formatted("x".repeat(43)));

      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body())
          .contains("coordinator-unreachable", "CN=stranger", "privirec.coordinator.ssl-bundle");
      String log = output.getAll().substring(before);
      assertThat(log).contains("CN=stranger").doesNotContain("\tat ");
      assertThat(log.lines()).hasSizeLessThanOrEqualTo(MOST_LINES);
    } finally {
      stranger.stop(0);
    }
  }

  /// One that has signed itself.
  private SSLContext certificate(String subject) throws Exception {
    Path store = directory.resolve("stranger.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "stranger",
                "-keyalg",
                "EC",
                "-dname",
                subject,
                "-ext",
                "san=dns:localhost",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .inheritIO()
            .start();
    assertThat(keytool.waitFor(60, TimeUnit.SECONDS) && keytool.exitValue() == 0).isTrue();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }
}
