package io.privirec.coordinator.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.lifecycle.StartRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoordinatorIdentityTest {
  /// Seed and public key of RFC 8032 §7.1, test 1.
  private static final String SEED = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A";

  private static final String PUBLIC_KEY = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";

  @TempDir Path directory;

  private CoordinatorIdentity identity(String configured) {
    return CoordinatorIdentity.of(configured, new DataDirectory(directory), new SecureRandom());
  }

  @Test
  void key_thatIsConfigured_isTakenAndNotWritten() {
    assertThat(identity(SEED + "\n").publicKey().base64Url()).isEqualTo(PUBLIC_KEY);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void key_thatIsNotConfigured_isMadeOnce() {
    assertThat(identity("").publicKey()).isEqualTo(identity("").publicKey());
    assertThat(directory.resolve("coordinator-key")).exists();
  }

  @Test
  void key_thatIsNone_isRefusedByNameAndNotShown() throws IOException {
    for (String wrong : new String[] {"c2hvcnQ", "not base64url!", SEED + SEED}) {
      assertThatThrownBy(() -> identity(wrong))
          .isInstanceOf(StartRefusedException.class)
          .hasMessageContaining("privirec.coordinator.private-key")
          .hasMessageNotContaining(wrong)
          .hasNoCause();
    }
    Files.writeString(directory.resolve("coordinator-key"), "c2hvcnQ");
    assertThatThrownBy(() -> identity(""))
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining(directory.resolve("coordinator-key").toString());
  }
}
