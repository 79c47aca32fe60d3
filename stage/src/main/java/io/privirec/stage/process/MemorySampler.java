package io.privirec.stage.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// Watches how much anonymous memory the services use: heap, stacks, buffers; not mapped files, and
/// not their databases. Looks four times a second, so a shorter peak may be missed. Linux only:
/// elsewhere it sees nothing.
public final class MemorySampler implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(250);

  private final Map<String, Long> peakByName = new ConcurrentHashMap<>();
  private final RepeatedLook looks;

  private MemorySampler(Supervisor supervisor) {
    this.looks =
        RepeatedLook.start(
            "memory-sampler", PERIOD, () -> supervisor.services().forEach(this::sample));
  }

  /// Starts to watch all services of a supervisor, also those started later.
  public static MemorySampler start(Supervisor supervisor) {
    return new MemorySampler(supervisor);
  }

  private void sample(ServiceProcess service) {
    long bytes = anonymousBytes(Path.of("/proc", Long.toString(service.pid()), "status"));
    if (bytes > 0) {
      peakByName.merge(service.name(), bytes, Math::max);
    }
  }

  /// Reads `RssAnon: 123 kB`; 0 when it cannot.
  static long anonymousBytes(Path status) {
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("RssAnon:"))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException | java.io.UncheckedIOException ended) {
      return 0;
    }
  }

  /// The largest value seen among the services whose name starts so.
  public OptionalLong peakBytes(String namePrefix) {
    return peakByName.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(namePrefix))
        .mapToLong(Map.Entry::getValue)
        .max();
  }

  @Override
  public void close() {
    looks.close();
  }
}
