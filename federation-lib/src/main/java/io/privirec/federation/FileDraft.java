package io.privirec.federation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/// A file in the making, beside its place. Two processes may make the same file at once, when one
/// of them was thought dead: each under a name of its own.
public record FileDraft(Path path, Path place) {
  public static FileDraft of(Path place) throws IOException {
    Path directory = Objects.requireNonNull(place.toAbsolutePath().getParent());
    return new FileDraft(
        Files.createTempFile(directory, place.getFileName() + ".", ".part"), place);
  }

  /// Gives the finished file its place.
  public void finish() throws IOException {
    Files.move(path, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
