package io.privirec.lab.run;

import io.privirec.lab.process.ServiceProcess;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Watches the files of a coordinator, without its database. Looks twice a second, so a shorter
/// peak may be missed. Asks no service for anything, so that a session is not slowed by who watches
/// it.
public final class DiskPeak implements AutoCloseable {
  private static final long PERIOD_MILLIS = 500;

  private final AtomicLong most = new AtomicLong();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("disk-peak").factory());

  private DiskPeak() {}

  /// Starts to watch.
  ///
  /// @param processes one of which is a coordinator
  public static DiskPeak start(List<ServiceProcess> processes) {
    DataFiles files =
        processes.stream()
            .filter(process -> process.name().equals(Deployment.COORDINATOR))
            .map(process -> new DataFiles(process.spec().dataDirectory()))
            .findFirst()
            .orElseThrow();
    DiskPeak peak = new DiskPeak();
    var _ =
        peak.clock.scheduleAtFixedRate(
            () -> peak.most.accumulateAndGet(files.bytes(), Math::max),
            0,
            PERIOD_MILLIS,
            TimeUnit.MILLISECONDS);
    return peak;
  }

  /// The most that was seen.
  public long bytes() {
    return most.get();
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
