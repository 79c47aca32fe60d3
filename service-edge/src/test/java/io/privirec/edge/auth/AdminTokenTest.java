package io.privirec.edge.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.edge.datadir.DataDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class AdminTokenTest {
  @TempDir Path directory;

  @Test
  void token_generated_isKeptForItsOwnerAlone() throws IOException {
    DataDirectory data = new DataDirectory(directory);
    AdminToken.of(null, data);
    Path file = directory.resolve("admin-token");
    String value = Files.readString(file).strip();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(AdminToken.of("", data).matches(value)).isTrue();
    assertThat(AdminToken.of(null, data).matches(value + "x")).isFalse();
  }

  /// Standard output of a test is no terminal.
  @Test
  void token_generated_isNamedByItsFileAlone(CapturedOutput output) throws IOException {
    AdminToken.of(null, new DataDirectory(directory));
    Path file = directory.resolve("admin-token");
    assertThat(output.getAll())
        .contains(file.toString())
        .doesNotContain(Files.readString(file).strip());
  }

  @Test
  void token_configured_isNotWritten() {
    AdminToken token = AdminToken.of("0123456789abcdef", new DataDirectory(directory));
    assertThat(token.matches("0123456789abcdef")).isTrue();
    assertThat(token.toString()).doesNotContain("0123");
    assertThat(directory.resolve("admin-token")).doesNotExist();
  }

  @Test
  void token_tooShort_isRefused() {
    assertThatThrownBy(() -> AdminToken.of("short", new DataDirectory(directory)))
        .hasMessageContaining("fewer than 16")
        .hasMessageNotContaining("short ");
  }
}
