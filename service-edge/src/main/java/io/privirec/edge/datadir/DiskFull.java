package io.privirec.edge.datadir;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tells failures for want of room on the disk from others.
public final class DiskFull {
  /// The words of ENOSPC and EDQUOT: the platform has no type for them.
  private static final List<String> WORDS =
      List.of("No space left on device", "Disk quota exceeded");

  private DiskFull() {}

  /// Whether a failure, or one that led to it, is that of a full disk.
  public static boolean explains(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      if (cause instanceof IOException && WORDS.stream().anyMatch(message::contains)) {
        return true;
      }
    }
    return false;
  }
}
