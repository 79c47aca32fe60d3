package io.privirec.edge.lifecycle;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.util.FileSystemUtils;

/// Runs the [WarmUpTask] of a service once it has started. Nobody waits for it: `/readyz` says that
/// the service answers, not that it is warm.
///
/// What is compiled stays compiled, so that it runs once for a process, however many services that
/// has; and not at all where the JVM is told to leave out the compiler that it is for.
final class WarmUp implements SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(WarmUp.class);

  private static final AtomicBoolean begun = new AtomicBoolean();

  /// Tier of the compiler that keeps vectors in registers, C2.
  private static final int OPTIMISED = 4;

  private final WarmUpTask task;

  WarmUp(WarmUpTask task) {
    this.task = task;
  }

  @Override
  public void start() {
    if (isOptimised() && begun.compareAndSet(false, true)) {
      Thread.ofPlatform().daemon().name("warm-up").start(this::run);
    }
  }

  private static boolean isOptimised() {
    String highest =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .getVMOption("TieredStopAtLevel")
            .getValue();
    return Integer.parseInt(highest) >= OPTIMISED;
  }

  /// Runs the task on this thread. If it fails the service is slower at first, and nothing else.
  void run() {
    long start = System.nanoTime();
    try {
      Path directory = Files.createTempDirectory("privirec-warm-up-");
      try {
        task.run(directory);
      } finally {
        FileSystemUtils.deleteRecursively(directory);
      }
      log.info("Warmed up in {} ms", Duration.ofNanos(System.nanoTime() - start).toMillis());
    } catch (IOException | RuntimeException e) {
      log.warn(
          "The first session will be slower, for this service could not warm up: {}", e.toString());
    }
  }

  /// The thread ends by itself, within seconds; or with the process.
  @Override
  public void stop() {}

  /// Never said to be running: nobody has to stop it.
  @Override
  public boolean isRunning() {
    return false;
  }
}
