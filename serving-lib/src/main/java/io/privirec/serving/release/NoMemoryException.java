package io.privirec.serving.release;

import java.io.IOException;
import java.util.Locale;

/// The process has too little memory to open a release.
public final class NoMemoryException extends IOException {
  private static final long serialVersionUID = 1L;

  NoMemoryException(String release, long needed, long free, long heap) {
    super(
        String.format(
            Locale.ROOT,
            "memory-full: release %s needs about %,d MiB of heap, and %,d MiB of %,d MiB are free: give the process more memory, or load fewer models",
            release,
            toMebibytes(needed),
            free >> 20,
            heap >> 20));
  }

  private static long toMebibytes(long bytes) {
    return (bytes + (1 << 20) - 1) >> 20;
  }
}
