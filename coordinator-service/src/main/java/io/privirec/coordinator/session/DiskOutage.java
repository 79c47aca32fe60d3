package io.privirec.coordinator.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Tells failures that come from a disk without room, which will have some again, from defects.
/// What says so is the room that is left, not a message: messages are the operating system's.
final class DiskOutage {
  /// What failed for want of room has given back what it had written: room for that is no proof of
  /// the contrary.
  private static final long LEAST_BYTES = 64L << 20;

  private final Path disk;
  private final long enoughBytes;

  /// @param disk a directory on the disk that steps write to
  /// @param reserveBytes room that uploads leave to steps; with less a failure is the disk's
  DiskOutage(Path disk, long reserveBytes) {
    this.disk = disk;
    this.enoughBytes = Math.max(reserveBytes, LEAST_BYTES);
  }

  /// Whether a file could not be written, and there is too little room now.
  boolean explains(Throwable failure) {
    return isOfAFile(failure) && isShort();
  }

  private static boolean isOfAFile(@Nullable Throwable failure) {
    // Causes can form a ring.
    int depth = 0;
    for (Throwable cause = failure; cause != null && depth < 50; cause = cause.getCause()) {
      if (cause instanceof IOException && !(cause instanceof NoSuchFileException)) {
        return true;
      }
      depth++;
    }
    return false;
  }

  private boolean isShort() {
    try {
      return Files.getFileStore(disk).getUsableSpace() < enoughBytes;
    } catch (IOException _) {
      return false;
    }
  }
}
