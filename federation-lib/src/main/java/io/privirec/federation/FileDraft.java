package io.privirec.federation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/// Makes a file beside its place. Two processes may make the same file at once, when one of them
/// was thought dead: each under a name of its own.
public final class FileDraft {
  private FileDraft() {}

  /// Writes the file that it is given.
  public interface Content {
    void writeTo(Path file) throws IOException;
  }

  /// Makes a file, whole or not at all.
  public static void write(Path place, Content content) throws IOException {
    Path directory = Objects.requireNonNull(place.toAbsolutePath().getParent());
    Path draft = Files.createTempFile(directory, place.getFileName() + ".", ".part");
    content.writeTo(draft);
    Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
