package io.privirec.acceptance.load;

import io.privirec.stage.terminal.Terminal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// What `acceptance load` measured.
///
/// @param perSecond requests offered
/// @param floor answers of a model with constant scores; null where none was asked
/// @param p99Ratio of the model to the floor; null without one
/// @param heapFirst the least heap in use during the first third, in bytes; 0 where it could not be
///   read
/// @param heapLast during the last third
/// @param heapBetweenLooks what may be garbage of either
/// @param stalls in order
record LoadReport(
    double perSecond,
    Latency model,
    @Nullable Latency floor,
    @Nullable Double p99Ratio,
    long heapFirst,
    long heapLast,
    long heapBetweenLooks,
    List<Stalls.Stall> stalls) {
  /// Growth that a collector at work may show.
  private static final double NOISE = 1.25;

  /// So many stalls are shown, the longest ones.
  private static final int STALLS = 10;

  /// Milliseconds from when requests were due.
  record Latency(
      String model, long requests, long errors, double p50, double p99, double p999, double max) {
    static Latency of(String model, OpenLoop.Outcome outcome) {
      Histogram micros = outcome.micros();
      return new Latency(
          model,
          outcome.requests(),
          outcome.errors(),
          micros.getValueAtPercentile(50) / 1e3,
          micros.getValueAtPercentile(99) / 1e3,
          micros.getValueAtPercentile(99.9) / 1e3,
          micros.getMaxValue() / 1e3);
    }

    String line() {
      return "%-32s %,10d %8d %9.2f %9.2f %9.2f %9.2f"
          .formatted(model, requests, errors, p50, p99, p999, max);
    }
  }

  static String header() {
    return "%-32s %10s %8s %9s %9s %9s %9s"
        .formatted("milliseconds", "requests", "errors", "p50", "p99", "p99.9", "most");
  }

  /// Says whether all limits were kept.
  ///
  /// @param but what else is to be said where they were
  /// @return the exit status
  static int conclude(List<String> misses, String but) {
    Terminal.ofThisProcess()
        .line(
            misses.isEmpty()
                ? "All limits are kept" + but
                : "Missed: " + String.join("; ", misses));
    return misses.isEmpty() ? 0 : 1;
  }

  boolean heapGrew() {
    return heapLast > NOISE * heapFirst + heapBetweenLooks;
  }

  /// What is shown of the stalls.
  List<String> stallLines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "answers that took more than %s ms: %d times, of which %d by the service itself, the longest %.0f ms"
            .formatted(
                Stalls.MILLIS,
                stalls.size(),
                stalls.stream().filter(Stalls.Stall::ofTheService).count(),
                longestOfTheService()));
    stalls.stream()
        .sorted(Comparator.comparingDouble(Stalls.Stall::millis).reversed())
        .limit(STALLS)
        .map(LoadReport::line)
        .forEach(lines::add);
    return lines;
  }

  private static String line(Stalls.Stall stall) {
    String line =
        "  after %6.2f s for %6.1f ms: %,6d answers; the sender late by up to %.1f ms"
            .formatted(stall.seconds(), stall.millis(), stall.requests(), stall.senderMillis());
    CoreWatch.Cores cores = stall.cores();
    return cores == null
        ? line
        : line
            + "; cores: answers %.0f ms, collector %.0f, compilers %.0f, sender %.0f; answers waited %.0f ms for one%s"
                .formatted(
                    cores.answering(),
                    cores.collecting(),
                    cores.compiling(),
                    cores.sending(),
                    cores.waiting(),
                    stall.ofTheService() ? ": the service's own" : "");
  }

  private double longestOfTheService() {
    return stalls.stream()
        .filter(Stalls.Stall::ofTheService)
        .mapToDouble(Stalls.Stall::millis)
        .max()
        .orElse(0);
  }

  /// What is not as it has to be.
  List<String> misses(double maxP50, double maxRatio, double maxStall) {
    List<String> misses = new ArrayList<>();
    if (model.errors() > 0 || (floor != null && floor.errors() > 0)) {
      misses.add("there were errors");
    }
    if (model.p50() > maxP50) {
      misses.add("p50 is above %s ms".formatted(maxP50));
    }
    if (p99Ratio != null && p99Ratio > maxRatio) {
      misses.add("p99 is more than %s times the floor's".formatted(maxRatio));
    }
    if (longestOfTheService() > maxStall) {
      misses.add("the service itself made answers wait for more than %s ms".formatted(maxStall));
    }
    if (heapFirst <= 0 || heapLast <= 0) {
      misses.add("the heap could not be read");
    } else if (heapGrew()) {
      misses.add("the heap grew");
    }
    return List.copyOf(misses);
  }
}
