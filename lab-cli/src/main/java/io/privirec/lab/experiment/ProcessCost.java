package io.privirec.lab.experiment;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;

/// What this process took so far.
final class ProcessCost {
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private ProcessCost() {}

  /// Of all threads, in seconds.
  static double cpuSeconds() {
    return PROCESS.getProcessCpuTime() / 1e9;
  }

  /// Heap in use at most, live or not: the peaks of its pools together, hence no less than the true
  /// peak.
  static long peakHeapBytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }
}
