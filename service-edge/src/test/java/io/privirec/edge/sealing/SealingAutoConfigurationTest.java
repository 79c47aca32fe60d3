package io.privirec.edge.sealing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.privirec.crypto.sealing.KeyRing;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.lifecycle.StartRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SealingAutoConfigurationTest {
  private static final SecretBytes SECRET = SecretBytes.copyOf(new byte[] {1, 2, 3});
  private static final String A = "a:" + Base64.getEncoder().encodeToString(new byte[32]);
  private static final String B =
      "b:"
          + Base64.getEncoder()
              .encodeToString("0123456789abcdef0123456789abcdef".getBytes(US_ASCII));

  @TempDir Path directory;

  @Test
  void keys_notConfigured_areKeptInTheDataDirectory() {
    AtomicReference<byte[]> sealed = new AtomicReference<>();
    runner().run(context -> sealed.set(context.getBean(KeyRing.class).seal("x", SECRET)));
    runner()
        .run(context ->
            assertThat(context.getBean(KeyRing.class).open("x", sealed.get())).isEqualTo(SECRET));
  }

  @Test
  void keys_severalLinesOfTheFile_areTheList() throws IOException {
    Files.writeString(directory.resolve("encryption-keys"), B + "\n\n" + A + "\n");

    runner()
        .run(context ->
            assertThat(context.getBean(KeyRing.class).keyIds()).containsExactly("b", "a"));
  }

  @Test
  void keys_asOneTextOrAsAList_areTheSame() {
    runner()
        .withPropertyValues("privirec.encryption-keys=" + A + "," + B)
        .run(context ->
            assertThat(context.getBean(KeyRing.class).keyIds()).containsExactly("a", "b"));
    runner()
        .withPropertyValues("privirec.encryption-keys[0]=" + A, "privirec.encryption-keys[1]=" + B)
        .run(context ->
            assertThat(context.getBean(KeyRing.class).keyIds()).containsExactly("a", "b"));
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void keys_broken_stopTheStartWithoutBeingPrinted() {
    runner()
        .withPropertyValues("privirec.encryption-keys=" + A + ",b:c2VjcmV0")
        .run(context ->
            assertThatThrownBy(() -> context.getBean(KeyRing.class))
                .rootCause()
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("privirec.encryption-keys")
                .hasMessageContaining("key 2")
                .hasMessageNotContaining("c2VjcmV0"));
  }

  @Test
  void service_withoutSealedRows_getsNoKeys() {
    runner().run(context -> assertThat(directory).isEmptyDirectory());
  }

  @Test
  void start_rowsOfAKeyThatIsNotThere_isRefusedByName() {
    SealedRows rows =
        new SealedRows() {
          @Override
          public String table() {
            return "things";
          }

          @Override
          public Map<String, Long> rowsByKey() {
            return Map.of("lost", 7L);
          }

          @Override
          public int reseal(KeyRing ring, String keyId, int most) {
            throw new AssertionError("nothing can be sealed anew");
          }
        };
    runner()
        .withBean(SealedRows.class, () -> rows)
        .withBean(SimpleMeterRegistry.class)
        .run(context -> {
          assertThat(context).hasFailed();
          assertThat(context.getStartupFailure())
              .rootCause()
              .isInstanceOf(StartRefusedException.class)
              .hasMessageContaining("encryption-key-missing: 7 rows of things")
              .hasMessageContaining("key lost");
        });
  }

  private ApplicationContextRunner runner() {
    return new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(SealingAutoConfiguration.class))
        .withBean(DataDirectory.class, () -> new DataDirectory(directory));
  }
}
