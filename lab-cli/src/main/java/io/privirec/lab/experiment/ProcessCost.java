package io.privirec.lab.experiment;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/// What this process took so far.
final class ProcessCost {
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private ProcessCost() {}

  /// Of all threads, in seconds.
  static double cpuSeconds() {
    return PROCESS.getProcessCpuTime() / 1e9;
  }
}
