package io.privirec.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/// Processor time, which unlike elapsed time hardly depends on what else the machine does.
final class CpuTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private CpuTime() {}

  /// What is timed.
  @FunctionalInterface
  interface Work {
    void run() throws Exception;
  }

  /// Processor time of the calling thread so far, in nanoseconds.
  static long ofThread() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /// Processor time of one run in the calling thread, in milliseconds.
  static double millisOf(Work work) throws Exception {
    long start = ofThread();
    work.run();
    return (ofThread() - start) / 1e6;
  }

  /// The median of several runs, in milliseconds.
  static double medianMillisOf(int runs, Work work) throws Exception {
    double[] millis = new double[runs];
    for (int run = 0; run < runs; run++) {
      millis[run] = millisOf(work);
    }
    return median(millis);
  }

  /// The upper one of two.
  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
