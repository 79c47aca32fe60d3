package io.privirec.serving.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The usable bytes of a disk. A download of files that the coordinator made is bounded by them
/// before its first byte.
@FunctionalInterface
public interface UsableSpace {
  /// Bytes of the disk that a download leaves free for databases and logs.
  long RESERVE_BYTES = 256L << 20;

  long bytes() throws IOException;

  /// Reads the disk of a directory anew each time.
  static UsableSpace of(Path directory) {
    return () -> Files.getFileStore(directory).getUsableSpace();
  }

  /// Returns the bytes that a download may write, from 0 on.
  default long room() throws IOException {
    return Math.max(0, bytes() - RESERVE_BYTES);
  }
}
