package io.privirec.lab.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// The end of a text file.
final class LogTail {
  /// Enough for forty long lines; a log may be large.
  private static final int MAX_BYTES = 1 << 16;

  private LogTail() {}

  /// The last lines of a file, at most 64 KiB of it; none when it cannot be read.
  static List<String> of(Path file, int lines) {
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
      long from = Math.max(0, log.length() - MAX_BYTES);
      byte[] bytes = new byte[(int) (log.length() - from)];
      log.seek(from);
      log.readFully(bytes);
      List<String> all = new String(bytes, StandardCharsets.UTF_8).lines().toList();
      return all.subList(Math.max(0, all.size() - lines), all.size());
    } catch (IOException unreadable) {
      return List.of();
    }
  }
}
