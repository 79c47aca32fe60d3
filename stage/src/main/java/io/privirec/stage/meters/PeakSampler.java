package io.privirec.stage.meters;

import io.privirec.stage.process.RepeatedLook;
import io.privirec.stage.process.ServiceProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/// Watches heap and direct buffers of services. Looks twice a second, so a shorter peak may be
/// missed; what a service does not answer in time is left out. Each look is a request to each
/// service, which takes it some milliseconds of processor time.
public final class PeakSampler implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(500);
  private static final String HEAP = "heap of ";
  private static final String DIRECT = "direct buffers of ";
  private static final String DIRECT_METER = "jvm_buffer_memory_used_bytes";

  private final Map<String, Long> peaks = new ConcurrentHashMap<>();
  private final Map<String, MetersApi> services = new ConcurrentHashMap<>();
  private final RepeatedLook looks;

  private PeakSampler(List<ServiceProcess> processes) {
    for (ServiceProcess process : processes) {
      services.put(process.name(), new MetersApi(process.uri(), Meters.MEMORY, DIRECT_METER));
    }
    this.looks = RepeatedLook.start("peak-sampler", PERIOD, this::look);
  }

  /// Starts to watch services.
  public static PeakSampler start(List<ServiceProcess> processes) {
    return new PeakSampler(processes);
  }

  private void look() {
    services.forEach((name, api) -> {
      try {
        Meters meters = api.meters();
        note(HEAP + name, meters.sum(Meters.MEMORY, "area=\"heap\""));
        note(DIRECT + name, meters.sum(DIRECT_METER, "id=\"direct\""));
      } catch (IOException busyOrEnded) {
        // The next look may have more luck; a service that has ended is not this class's concern.
      } catch (InterruptedException closed) {
        Thread.currentThread().interrupt();
      }
    });
  }

  private void note(String what, long bytes) {
    peaks.merge(what, bytes, Math::max);
  }

  /// Largest heap seen, live or not; empty when the service never told.
  public OptionalLong heapBytes(String service) {
    return peak(HEAP + service);
  }

  /// Most bytes of buffers outside the heap; empty when the service never told.
  public OptionalLong directBytes(String service) {
    return peak(DIRECT + service);
  }

  private OptionalLong peak(String what) {
    Long seen = peaks.get(what);
    return seen == null ? OptionalLong.empty() : OptionalLong.of(seen);
  }

  @Override
  public void close() {
    looks.close();
    services.values().forEach(MetersApi::close);
  }
}
