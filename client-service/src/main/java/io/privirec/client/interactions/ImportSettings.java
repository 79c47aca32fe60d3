package io.privirec.client.interactions;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/// The directory whose files may be imported by name. A name that leads out of it, also by a
/// symbolic link, is refused like one that does not exist.
///
/// @param importDir directory whose files may be imported by name; unless given, imports by file
///   are refused
@ConfigurationProperties("privirec.client")
record ImportSettings(@Nullable Path importDir) {
  /// The encoding of names of files, which Java has from the locale.
  private static final Charset NAMES =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

  /// Opens a file by its path relative to the directory.
  ///
  /// @throws ImportRefusal if there is no such file inside
  InputStream open(String name) throws IOException {
    if (importDir == null) {
      throw new ImportRefusal.UnusableFile(
          "imports by file are off: privirec.client.import-dir is not set");
    }
    return Files.newInputStream(inside(importDir.toRealPath(), name));
  }

  private static Path inside(Path root, String name) {
    if (!NAMES.newEncoder().canEncode(name)) {
      throw new ImportRefusal.UnusableFile(
          "the locale of the service has no such characters in names of files (%s): start the service with LC_ALL=C.UTF-8"
              .formatted(NAMES));
    }
    try {
      Path file = root.resolve(name).toRealPath();
      if (file.startsWith(root) && Files.isRegularFile(file)) {
        return file;
      }
    } catch (IOException | InvalidPathException e) {
      // Refused below: the caller learns nothing of what lies outside.
    }
    throw new ImportRefusal.UnusableFile("there is no such file in the import directory");
  }
}
