package io.privirec.client.interactions;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// The directory whose files may be imported by name. A name that leads out of it, also by a
/// symbolic link, is refused like one that does not exist.
public final class ImportDirectory {
  private final Optional<Path> directory;

  public ImportDirectory(Optional<Path> directory) {
    this.directory = directory;
  }

  /// Opens a file by its path relative to the directory; `.gz` is unpacked.
  ///
  /// @throws ImportRefusal if there is no such file inside
  public InputStream open(String name) throws IOException {
    Path root =
        directory.orElseThrow(() ->
            new ImportRefusal.UnusableFile(
                "imports by file are off: privirec.client.import-dir is not set"));
    Path file = inside(root.toRealPath(), name);
    InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    if (!name.endsWith(".gz")) {
      return in;
    }
    try {
      return new Unpacked(in);
    } catch (ZipException | EOFException e) {
      in.close();
      throw new ImportRefusal.UnusableFile("file is not gzip");
    }
  }

  /// What is damaged behind the first block shows only while it is read.
  private static final class Unpacked extends GZIPInputStream {
    Unpacked(InputStream in) throws IOException {
      super(in, 1 << 16);
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      try {
        return super.read(into, from, length);
      } catch (ZipException | EOFException e) {
        throw new ImportRefusal.UnusableFile("file is damaged: it cannot be unpacked to its end");
      }
    }
  }

  private static Path inside(Path root, String name) {
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
