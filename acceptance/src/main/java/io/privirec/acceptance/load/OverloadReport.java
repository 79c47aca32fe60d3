package io.privirec.acceptance.load;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/// What `acceptance overload` measured.
///
/// @param capacity answers per second without waiting requests
/// @param offered requests per second in the overload
/// @param others requests without an answer of status 200 or 503
/// @param healthErrors looks at `/readyz` without an answer 200
/// @param afterwards at half of the capacity, after the overload
record OverloadReport(
    double capacity,
    double offered,
    Part admitted,
    Part refused,
    long others,
    Part health,
    long healthErrors,
    LoadReport.Latency afterwards) {
  /// Requests with the same kind of answer. Times are in milliseconds after the request was due.
  record Part(long requests, double p50, double p99, double max) {
    static Part of(Histogram micros) {
      return new Part(
          micros.getTotalCount(),
          micros.getValueAtPercentile(50) / 1e3,
          micros.getValueAtPercentile(99) / 1e3,
          micros.getMaxValue() / 1e3);
    }

    private String line(String name) {
      return "%-32s %,10d %9.2f %9.2f %9.2f".formatted(name, requests, p50, p99, max);
    }
  }

  List<String> lines() {
    return List.of(
        "%,.0f answers per second at most; %,.0f requests per second offered"
            .formatted(capacity, offered),
        "%-32s %10s %9s %9s %9s".formatted("milliseconds", "requests", "p50", "p99", "most"),
        admitted.line("answered"),
        refused.line("refused (503)"),
        health.line("/readyz, all along"),
        "%,d requests with another answer or none; %,d looks at /readyz without 200"
            .formatted(others, healthErrors),
        "afterwards, at half of the most: %,d errors of %,d, p99 %.2f ms"
            .formatted(afterwards.errors(), afterwards.requests(), afterwards.p99()));
  }

  /// The limits that were missed.
  List<String> misses(double maxAdmitted, double maxRefused) {
    List<String> misses = new ArrayList<>();
    if (admitted.p99() > maxAdmitted) {
      misses.add("p99 of the answered is above %s ms".formatted(maxAdmitted));
    }
    if (refused.p99() > maxRefused) {
      misses.add("p99 of the refused is above %s ms".formatted(maxRefused));
    }
    if (others > 0) {
      misses.add("requests had another answer or none");
    }
    if (healthErrors > 0) {
      misses.add("health did not answer");
    }
    if (afterwards.errors() > 0) {
      misses.add("errors after the overload");
    }
    return List.copyOf(misses);
  }
}
