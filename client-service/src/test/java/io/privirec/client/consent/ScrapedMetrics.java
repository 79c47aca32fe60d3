package io.privirec.client.consent;

import io.privirec.client.TestClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// Metrics of a client-service as a scrape without a token shows them.
final class ScrapedMetrics {
  private ScrapedMetrics() {}

  private static Stream<String> lines(TestClient client) {
    return client
        .send("GET", "/actuator/prometheus", BodyPublishers.noBody())
        .body()
        .lines()
        .filter(line -> !line.startsWith("#"));
  }

  private static boolean isOfRuntime(String line) {
    return line.startsWith("contribution_")
        || line.startsWith("participant_")
        || line.startsWith("peer_");
  }

  /// Returns the names of meters. Meters of the runtime have their labels and values. Meters of the
  /// process have no values, which depend on time.
  ///
  /// @param withoutNames replaces random names
  static List<String> of(TestClient client, UnaryOperator<String> withoutNames) {
    return lines(client)
        .flatMap(line ->
            isOfRuntime(line)
                ? Stream.of(line)
                : line.startsWith("privirec_")
                    ? Stream.of(withoutNames.apply(line.substring(0, line.lastIndexOf(' '))))
                    : line.startsWith("jvm_")
                        ? Stream.empty()
                        : Stream.of(line.replaceFirst("[{ ].*", "")))
        .distinct()
        .sorted()
        .toList();
  }

  /// Returns the counts of the runtime's meters, without sums and maxima of times.
  static SortedMap<String, Double> counts(TestClient client) {
    SortedMap<String, Double> counts = new TreeMap<>();
    lines(client)
        .filter(line -> isOfRuntime(line) && !line.matches("\\w+_seconds(_sum|_max|_bucket)\\b.*"))
        .forEach(line -> {
          int value = line.lastIndexOf(' ');
          counts.put(line.substring(0, value), Double.valueOf(line.substring(value + 1)));
        });
    return counts;
  }
}
