package io.privirec.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// One kernel in a process of its own, ours or a peer's: a heap that other kernels cannot fill, and
/// a peak of memory that is its own.
final class KernelProcess {
  private static final String HEAP = "1200m";
  private static final int WARM_UP_RUNS = 3;
  private static final int RUNS = 5;
  private static final Path STATUS = Path.of("/proc/self/status");

  private KernelProcess() {}

  /// What a process measured, after some runs to warm up.
  ///
  /// @param seconds elapsed, of the median run
  /// @param cpuSeconds of all threads, in the mean run
  /// @param peakMib resident memory at most, inputs and all; NaN where the system does not tell
  /// @param check see [Kernel.Prepared]
  record Measured(double seconds, double cpuSeconds, double peakMib, double check) {
    static Measured parse(String line) {
      double[] numbers = Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray();
      return new Measured(numbers[0], numbers[1], numbers[2], numbers[3]);
    }
  }

  /// Our kernel.
  static Measured ours(Kernel kernel, Path input) throws IOException, InterruptedException {
    return run(
        ChildProcess.java(
            List.of("-Xmx" + HEAP, "--add-modules=jdk.incubator.vector"),
            KernelProcess.class,
            kernel.label(),
            input.toString()));
  }

  /// A peer's.
  ///
  /// @param script prints the same line
  static Measured peers(Path script, Kernel kernel, Path input)
      throws IOException, InterruptedException {
    return run(List.of("python3", script.toString(), kernel.label(), input.toString()));
  }

  private static Measured run(List<String> command) throws IOException, InterruptedException {
    String out = ChildProcess.output(command);
    return Measured.parse(
        out.lines().filter(line -> !line.startsWith("WARNING")).toList().getLast());
  }

  /// Prints what it measured in one line.
  public static void main(String[] args) throws IOException {
    Locale.setDefault(Locale.ROOT);
    System.out.println(measure(Kernel.of(args[0]).prepare(KernelInput.read(Path.of(args[1])))));
  }

  private static <T> String measure(Kernel.Prepared<T> kernel) throws IOException {
    OperatingSystemMXBean process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    double check = 0;
    for (int run = 0; run < WARM_UP_RUNS; run++) {
      check = kernel.check().applyAsDouble(kernel.work().get());
    }
    double[] seconds = new double[RUNS];
    long cpuNanos = 0;
    for (int run = 0; run < RUNS; run++) {
      long cpuBegun = process.getProcessCpuTime();
      long begun = System.nanoTime();
      T result = kernel.work().get();
      seconds[run] = (System.nanoTime() - begun) / 1e9;
      cpuNanos += process.getProcessCpuTime() - cpuBegun;
      check = kernel.check().applyAsDouble(result);
    }
    return "%s %s %s %s"
        .formatted(CpuTime.median(seconds), cpuNanos / 1e9 / RUNS, peakMib(), check);
  }

  /// The most memory that was resident; NaN where the system does not tell.
  static double peakMib() throws IOException {
    if (!Files.isReadable(STATUS)) {
      return Double.NaN;
    }
    return Files.readAllLines(STATUS).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024)
        .findFirst()
        .orElse(Double.NaN);
  }
}
