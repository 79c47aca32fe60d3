package io.privirec.edge.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.ssl.jks.JksSslStoreBundle;
import org.springframework.boot.ssl.jks.JksSslStoreDetails;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

class SslBundleFailureAnalyzerTest {
  private static FailureAnalysis analysis(Throwable failure) {
    return Objects.requireNonNull(
        new SslBundleFailureAnalyzer().analyze(new IllegalArgumentException("bean", failure)));
  }

  /// What a variable of the environment becomes that ends at the first line.
  @Test
  void keyAsText_withoutItsEnd_isNotShown() {
    var details =
        PemSslStoreDetails.forCertificate("-----BEGIN CERTIFICATE-----\nMIIsecret")
            .withPrivateKey("-----BEGIN PRIVATE KEY-----\nMIIsecret");
    Throwable failure = catchThrowable(() -> new PemSslStoreBundle(details, details).getKeyStore());

    assertThat(failure).hasMessageContaining("MIIsecret");
    assertThat(analysis(failure).getDescription())
        .contains("key store", "PEM, not shown")
        .doesNotContain("MIIsecret", "-----");
  }

  @Test
  void store_thatIsNotThere_isNamed() {
    var details = JksSslStoreDetails.forLocation("file:/nowhere/store.p12").withPassword("secret");
    Throwable failure =
        catchThrowable(() -> new JksSslStoreBundle(details, details).getTrustStore());

    assertThat(analysis(failure).getDescription())
        .contains("trust store", "/nowhere/store.p12")
        .doesNotContain("secret");
  }

  @Test
  void anythingElse_isLeftToOthers() {
    assertThat(new SslBundleFailureAnalyzer().analyze(new IllegalStateException("Unable to run")))
        .isNull();
  }
}
