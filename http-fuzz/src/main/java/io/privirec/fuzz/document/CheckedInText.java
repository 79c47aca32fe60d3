package io.privirec.fuzz.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A text of `docs` that is made from the code.
public final class CheckedInText {
  /// Set to write texts to where they are checked in, instead of comparing.
  private static final boolean WRITES = Boolean.getBoolean("docs.write");

  private CheckedInText() {}

  /// Fails unless the file has that text.
  ///
  /// @param file below `docs`
  /// @param command that writes it anew, without `-Ddocs.write=true`
  public static void require(Path file, String text, String command) {
    Path checkedIn = Path.of("..", "docs").resolve(file);
    try {
      if (WRITES) {
        Files.createDirectories(checkedIn.getParent());
        Files.writeString(checkedIn, text);
      }
      assertThat(text)
          .as(
              "docs/%s is not what the code says; if it is meant to change: %s -Ddocs.write=true",
              file, command)
          .isEqualTo(Files.exists(checkedIn) ? Files.readString(checkedIn) : "");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
