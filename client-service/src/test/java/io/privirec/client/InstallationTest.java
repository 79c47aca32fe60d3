package io.privirec.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A holder's ledgers are files: with another directory it would forget what was summed.
class InstallationTest {
  @TempDir Path data;
  @TempDir Path empty;

  @Test
  void start_withAnEmptyDirectory_endsWithBothNames() throws Exception {
    try (TestCoordinator coordinator = new TestCoordinator();
        TestClient client = new TestClient(data, coordinator).start()) {
      String id = Files.readString(data.resolve("installation")).strip();
      client.stop();

      client.set("--privirec.data-dir=" + empty);
      assertThatThrownBy(client::start)
          .rootCause()
          .hasMessageStartingWith("installation-mismatch")
          .hasMessageContaining("is of installation " + id)
          .hasMessageContaining(empty + " is of no installation");
      assertThat(empty.resolve("encryption-keys")).doesNotExist();

      client.set("--privirec.data-dir=" + data);
      client.start();
      assertThat(client.get("/readyz").statusCode()).isEqualTo(200);
    }
  }
}
