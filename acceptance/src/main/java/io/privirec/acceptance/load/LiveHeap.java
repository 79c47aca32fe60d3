package io.privirec.acceptance.load;

import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.meters.Meters;
import io.privirec.stage.meters.MetersApi;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// What is in use of a service's heap right after a collection that it was told to make.
///
/// @param pid a JVM of this account
record LiveHeap(long pid, MetersApi meters) {
  private static final Duration COLLECTED_WITHIN = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofSeconds(2);

  /// In bytes.
  long bytes() throws IOException, InterruptedException {
    Process collection =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(pid),
                "GC.run")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    boolean ended = collection.waitFor(COLLECTED_WITHIN.toSeconds(), TimeUnit.SECONDS);
    if (!ended || collection.exitValue() != 0) {
      throw new InvalidOptionException("--pid is no JVM that collects when told to: " + pid);
    }
    return meters.meters().sum(Meters.MEMORY, "area=\"heap\"");
  }

  /// The least of several looks, until it is no more than that or the time is over.
  long bytesOnceAtMost(long most, Duration within) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + within.toNanos();
    long least = bytes();
    while (least > most && System.nanoTime() < deadline) {
      Thread.sleep(POLL);
      least = Math.min(least, bytes());
    }
    return least;
  }
}
