package io.privirec.stage.deployment;

import io.privirec.stage.process.RepeatedLook;
import io.privirec.stage.process.ServiceProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Watches the files of a coordinator, without its database. Looks twice a second, so a shorter
/// peak may be missed. Asks no service for anything, so that a session is not slowed by who watches
/// it.
public final class DiskPeak implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(500);

  private final AtomicLong most = new AtomicLong();
  private final RepeatedLook looks;

  private DiskPeak(DataFiles files) {
    this.looks =
        RepeatedLook.start(
            "disk-peak", PERIOD, () -> most.accumulateAndGet(files.bytes(), Math::max));
  }

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
    return new DiskPeak(files);
  }

  /// The most that was seen.
  public long bytes() {
    return most.get();
  }

  @Override
  public void close() {
    looks.close();
  }
}
