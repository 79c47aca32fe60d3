package io.privirec.acceptance.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringTokenizer;

/// The kernel's account of a thread (`schedstat`), as it was when it was last read. Linux only.
final class ThreadAccount implements AutoCloseable {
  private static final int TEXT = 128;

  /// What a thread of a JVM is for.
  enum Purpose {
    /// All that are not for the others.
    ANSWERS,
    /// The collector's, and the one that stops the others.
    COLLECTS,
    COMPILES
  }

  private final Purpose purpose;
  private final FileChannel account;
  private final ByteBuffer text = ByteBuffer.allocateDirect(TEXT);
  private long taken;
  private long waited;

  /// @param task the kernel's directory of the thread
  ThreadAccount(Path task) throws IOException {
    this.purpose = purpose(Files.readString(task.resolve("comm")));
    this.account = FileChannel.open(task.resolve("schedstat"));
  }

  private static Purpose purpose(String name) {
    if (name.startsWith("C1 ") || name.startsWith("C2 ")) {
      return Purpose.COMPILES;
    }
    return name.startsWith("GC ") || name.startsWith("G1 ") || name.startsWith("VM Thread")
        ? Purpose.COLLECTS
        : Purpose.ANSWERS;
  }

  Purpose purpose() {
    return purpose;
  }

  /// Nanoseconds on a core.
  long taken() {
    return taken;
  }

  /// Nanoseconds ready to run, without a core.
  long waited() {
    return waited;
  }

  /// Reads the account again. Of a thread that has ended, what it took before stays.
  void read() {
    text.clear();
    try {
      if (account.isOpen() && account.read(text, 0) > 0) {
        StringTokenizer numbers =
            new StringTokenizer(StandardCharsets.US_ASCII.decode(text.flip()).toString());
        taken = Long.parseLong(numbers.nextToken());
        waited = Long.parseLong(numbers.nextToken());
      }
    } catch (IOException ended) {
      close();
    }
  }

  @Override
  public void close() {
    try {
      account.close();
    } catch (IOException readOnly) {
      // Nothing was written.
    }
  }
}
