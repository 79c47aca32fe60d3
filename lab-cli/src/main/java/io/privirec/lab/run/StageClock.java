package io.privirec.lab.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Seconds by stage, in the order in which stages end. Safe for one thread.
final class StageClock {
  private final Map<String, Double> seconds = new LinkedHashMap<>();

  /// A stage under way; closing it ends it.
  interface Stage extends AutoCloseable {
    @Override
    void close();
  }

  Stage stage(String name) {
    long start = System.nanoTime();
    return () -> add(name, (System.nanoTime() - start) / 1e9);
  }

  /// Notes a stage that was measured elsewhere.
  void add(String name, double stageSeconds) {
    seconds.put(name, Math.round(stageSeconds * 1000) / 1000.0);
  }

  Map<String, Double> all() {
    return Collections.unmodifiableMap(seconds);
  }
}
