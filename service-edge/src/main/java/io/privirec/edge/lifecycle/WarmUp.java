package io.privirec.edge.lifecycle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.util.FileSystemUtils;

/// Runs the [WarmUpTask] of a service once it has started. Nobody waits for it: `/readyz` says that
/// the service answers, not that it is warm.
///
/// What is compiled stays compiled, so that it runs once for a process, however many services that
/// has; and not at all where C2, the compiler that it is for, is off.
final class WarmUp implements SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(WarmUp.class);

  private static final AtomicBoolean begun = new AtomicBoolean();

  private final WarmUpTask task;
  private final boolean isWanted;
  private volatile @Nullable Path directory;
  private volatile boolean stopped;

  /// @param isWanted whether it runs at all
  WarmUp(WarmUpTask task, boolean isWanted) {
    this.task = task;
    this.isWanted = isWanted;
  }

  @Override
  public void start() {
    if (isDue(System.getProperty("java.vm.info", "")) && begun.compareAndSet(false, true)) {
      Thread.ofPlatform().daemon().name("warm-up").start(this::run);
    }
  }

  /// Whether it is to run on a JVM that says this of itself (`java.vm.info`). One without C2 says
  /// "interpreted mode" (`-Xint`), or "emulated-client" (`TieredStopAtLevel=1`).
  boolean isDue(String mode) {
    return isWanted && !mode.contains("interpreted") && !mode.contains("emulated-client");
  }

  /// Runs the task on this thread. If it fails the service is slower at first, and nothing else.
  void run() {
    long start = System.nanoTime();
    try {
      Path own = Files.createTempDirectory("privirec-warm-up-");
      directory = own;
      try {
        task.run(own);
      } finally {
        FileSystemUtils.deleteRecursively(own);
        directory = null;
      }
      log.info("Warmed up in {} ms", Duration.ofNanos(System.nanoTime() - start).toMillis());
    } catch (IOException | RuntimeException | LinkageError e) {
      if (!stopped) {
        log.warn(
            "The first session will be slower, for this service could not warm up: {}",
            e.toString());
      }
    }
  }

  /// Removes the files of a task that has not ended. Its thread ends with the process.
  @Override
  public void stop() {
    stopped = true;
    Path own = directory;
    if (own != null) {
      try {
        FileSystemUtils.deleteRecursively(own);
      } catch (IOException e) {
        log.debug("The files of the warm-up stay in {}: {}", own, e.toString());
      }
    }
  }

  @Override
  public boolean isRunning() {
    return directory != null;
  }
}
