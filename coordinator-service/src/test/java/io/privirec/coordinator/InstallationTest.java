package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Database, data directory and keys of one coordinator belong together.
class InstallationTest {
  private static final String OTHER_KEY =
      "--privirec.coordinator.private-key=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

  @TempDir Path data;
  @TempDir Path other;
  private final String schema = RunningCoordinator.newSchema();
  private RunningCoordinator coordinator;

  @AfterEach
  void stop() {
    if (coordinator != null) {
      coordinator.close();
    }
  }

  private void start(String schemaOfIt, Path directory, String... more) {
    coordinator = RunningCoordinator.startIn(schemaOfIt, directory, more);
  }

  private static String id(Path directory) throws IOException {
    return Files.readString(directory.resolve("installation")).strip();
  }

  private static String refusal(String schemaOfIt, Path directory, String... more) {
    Throwable failure =
        catchThrowable(() -> RunningCoordinator.startIn(schemaOfIt, directory, more).close());
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
        .map(Throwable::getMessage)
        .filter(message -> message != null && message.startsWith("installation-mismatch"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no mismatch", failure));
  }

  private String ofDatabase() {
    return coordinator.value(String.class, "select value from installation where name = 'id'");
  }

  @Test
  void start_withTheWrongDirectoryDatabaseOrKey_endsWithBothNames() throws Exception {
    start(schema, data);
    String publicKey = coordinator.api().get("/v1/coordinator").text();
    assertThat(ofDatabase()).isEqualTo(id(data));
    coordinator.close();

    assertThat(refusal(schema, other))
        .contains("is of installation " + id(data))
        .contains(other + " is of no installation");
    assertThat(other.resolve("coordinator-key")).doesNotExist();
    assertThat(other.resolve("encryption-keys")).doesNotExist();

    start(RunningCoordinator.newSchema(), other);
    coordinator.close();
    assertThat(refusal(schema, other))
        .contains("is of installation " + id(data))
        .contains(other + " is of installation " + id(other));
    assertThat(refusal(RunningCoordinator.newSchema(), data))
        .contains("is of no installation")
        .contains(data + " is of installation " + id(data));
    assertThat(refusal(schema, data, OTHER_KEY)).contains("coordinator key");

    start(schema, data);
    assertThat(coordinator.api().get("/v1/coordinator").text()).isEqualTo(publicKey);
  }

  @Test
  void start_thatRebinds_takesDirectoryAndKey() throws Exception {
    start(schema, data);
    coordinator.close();
    String rebind = "--privirec.rebind=" + id(data);

    start(schema, other, rebind, OTHER_KEY);
    assertThat(id(other)).isEqualTo(id(data)).isEqualTo(ofDatabase());
    coordinator.close();

    start(schema, other, OTHER_KEY);
    assertThat(coordinator.api().get("/readyz").status()).isEqualTo(200);
  }

  /// An earlier version left neither a table nor a file.
  @Test
  void start_ofAnInstallationWithoutAnId_bindsIt() throws Exception {
    start(schema, data);
    coordinator.update("delete from installation");
    coordinator.close();
    Files.delete(data.resolve("installation"));

    start(schema, data);
    assertThat(ofDatabase()).isEqualTo(id(data));
    coordinator.close();

    // A crash between the database and the file.
    Files.move(data.resolve("installation"), data.resolve("installation.draft"));
    start(schema, data);
    assertThat(ofDatabase()).isEqualTo(id(data));
    assertThat(data.resolve("installation.draft")).doesNotExist();
  }
}
