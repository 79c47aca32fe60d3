package io.privirec.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A holder's ledgers are files: with another directory it would forget what was summed.
class InstallationTest {
  @TempDir Path data;
  @TempDir Path empty;

  @Test
  void start_withTheWrongDirectoryOrDatabase_endsWithBothNames() throws Exception {
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

      Files.writeString(empty.resolve("installation"), "0011223344556677\n");
      assertThatThrownBy(client::start)
          .rootCause()
          .hasMessageStartingWith("installation-mismatch")
          .hasMessageContaining("is of installation " + id)
          .hasMessageContaining(empty + " is of installation 0011223344556677");

      client.set("--privirec.data-dir=" + data);
      List<String> known = client.useNewSchema();
      assertThatThrownBy(client::start)
          .rootCause()
          .hasMessageStartingWith("installation-mismatch")
          .hasMessageContaining("is of no installation")
          .hasMessageContaining(data + " is of installation " + id);

      known.forEach(client::set);
      client.start();
      assertThat(client.get("/readyz").statusCode()).isEqualTo(200);
    }
  }
}
