package io.privirec.fuzz.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A text that is made from the code and checked in: a page of `docs`, or what others rely on and
/// must stay as it is.
public final class CheckedInText {
  /// Set to write texts to where they are checked in, instead of comparing.
  private static final boolean WRITES = Boolean.getBoolean("docs.write");

  private CheckedInText() {}

  /// Fails unless the file has that text.
  ///
  /// @param file below `docs`
  /// @param command that writes it anew, without `-Ddocs.write=true`
  public static void require(Path file, String text, String command) {
    requireAt(
        Path.of("..", "docs").resolve(file),
        text,
        "docs/%s is not what the code says; if it is meant to change: %s -Ddocs.write=true"
            .formatted(file, command));
  }

  /// Fails unless a text of the module is what it was.
  ///
  /// @param name of the file below `src/test/resources/frozen`
  public static void requireFrozen(String name, String text) {
    requireAt(
        Path.of("src", "test", "resources", "frozen").resolve(name),
        text,
        "frozen/%s: others rely on this text. If it is meant to change, run the test with -Ddocs.write=true, and say so in CHANGELOG.md"
            .formatted(name));
  }

  private static void requireAt(Path checkedIn, String text, String otherwise) {
    try {
      if (WRITES) {
        Files.createDirectories(checkedIn.getParent());
        Files.writeString(checkedIn, text);
      }
      assertThat(text)
          .as(otherwise)
          .isEqualTo(Files.exists(checkedIn) ? Files.readString(checkedIn) : "");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
