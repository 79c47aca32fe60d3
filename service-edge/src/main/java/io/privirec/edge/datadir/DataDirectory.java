package io.privirec.edge.datadir;

import io.privirec.edge.lifecycle.StartRefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.Supplier;

/// Where a service keeps everything that survives it: `privirec.data-dir`.
///
/// @param path exists; readable by its owner alone when the service made it, as the directories
///   that it makes below always are
public record DataDirectory(Path path) {
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private static final String REMEDY =
      "Make it writable for the account of this service, or name another one.";

  public DataDirectory {
    path = path.toAbsolutePath().normalize();
    try {
      if (Files.notExists(path)) {
        Files.createDirectories(path);
        restrict(path, "rwx------");
      }
    } catch (IOException e) {
      throw new StartRefusedException("privirec.data-dir cannot be created: " + e, REMEDY, e);
    }
    if (!Files.isDirectory(path) || !Files.isWritable(path)) {
      throw new StartRefusedException(
          "privirec.data-dir is no directory that this process may write to: " + path,
          REMEDY,
          null);
    }
  }

  /// A path below this directory; nothing is created.
  public Path resolve(String name) {
    return path.resolve(name);
  }

  /// A directory below this one, created where missing.
  public Path directory(String name) {
    try {
      Path directory = path.resolve(name);
      if (Files.notExists(directory)) {
        Files.createDirectories(directory);
        restrict(directory, "rwx------");
      }
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create " + path.resolve(name), e);
    }
  }

  /// Whether the secret of that name was kept before.
  public boolean hasSecret(String name) {
    return Files.exists(path.resolve(name));
  }

  /// The text secret kept under that name (mode 600), made on first use. A crash leaves either no
  /// file or the whole secret; of several processes that make it at once, all get the same one.
  public String secret(String name, Supplier<String> generator) {
    Path file = path.resolve(name);
    try {
      if (Files.notExists(file)) {
        Path draft = Files.createTempFile(path, name, ".new");
        restrict(draft, "rw-------");
        Files.writeString(draft, generator.get() + "\n", StandardOpenOption.DSYNC);
        DurableFiles.placeFirst(draft, file);
      }
      return Files.readString(file, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep or read " + file, e);
    }
  }

  private static void restrict(Path file, String mode) throws IOException {
    if (POSIX) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }
  }
}
