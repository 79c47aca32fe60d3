package io.privirec.acceptance.load;

import io.privirec.acceptance.load.LoadReport.Latency;
import java.util.ArrayList;
import java.util.List;

/// What `acceptance outsiders` measured.
///
/// @param alone before the attack
/// @param attacked during it
/// @param closed connections that the service has closed meanwhile
/// @param heapBefore live heap before the attack, in bytes
/// @param heapAfter after it
record OutsidersReport(
    Latency alone, Latency attacked, long closed, long heapBefore, long heapAfter) {
  /// What a service keeps of its own while it runs: compiled classes, histograms, pools.
  private static final long HEAP_NOISE = 8L << 20;

  double p99Ratio() {
    return attacked.p99() / alone.p99();
  }

  boolean isHeapBack() {
    return heapAfter <= heapBefore + Math.max(heapBefore / 10, HEAP_NOISE);
  }

  /// What is not as it has to be.
  List<String> misses(double maxRatio) {
    List<String> misses = new ArrayList<>();
    if (alone.errors() > 0) {
      misses.add("there were errors before the attack");
    }
    if (attacked.errors() > 0) {
      misses.add("there were errors during the attack");
    }
    if (p99Ratio() > maxRatio) {
      misses.add("p99 is %.1f times that without the attack".formatted(p99Ratio()));
    }
    if (!isHeapBack()) {
      misses.add("the live heap grew");
    }
    return misses;
  }
}
