package io.privirec.bench;

import io.privirec.filter.data.DatasetReader;
import io.privirec.filter.graph.PairSupport;
import io.privirec.filter.matrix.InteractionMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Our numeric kernels beside those of numpy and scipy, on the same inputs, one after the other.
///
/// @param home the project's directory
/// @param data a data set; absent for made-up data of Gowalla's size
record KernelSpeed(Path home, Optional<Path> data) {
  private static final Path PEERS = Path.of("bench", "peers", "kernels.py");

  /// Sums in floats, in different orders.
  private static final double TOLERANCE = 1e-3;

  List<Result> measure() throws IOException, InterruptedException {
    InteractionMatrix interactions =
        data.isPresent() ? DatasetReader.read(data.get()).train() : GowallaShape.interactions();
    List<Result> results = new ArrayList<>();
    results.add(
        Result.of(
            String.format(
                Locale.ROOT,
                "%,d users × %,d items, %,d interactions: entries of P̃",
                interactions.users(),
                interactions.items(),
                interactions.interactions()),
            PairSupport.of(interactions).entries() / 1e6,
            "million"));
    Path input = Files.createTempDirectory("privirec-bench-");
    try {
      KernelInput.of(interactions).write(input);
      for (Kernel kernel : Kernel.values()) {
        results.addAll(measure(kernel, input));
      }
    } finally {
      for (String file : List.of("indptr.i32", "indices.i32", "x.f32")) {
        Files.deleteIfExists(input.resolve(file));
      }
      Files.delete(input);
    }
    return results;
  }

  private List<Result> measure(Kernel kernel, Path input) throws IOException, InterruptedException {
    KernelProcess.Measured ours = KernelProcess.ours(kernel, input);
    List<Result> results = new ArrayList<>();
    results.add(seconds(kernel.title(), ours));
    double ratio = Double.NaN;
    double cpuRatio = Double.NaN;
    try {
      KernelProcess.Measured peers = KernelProcess.peers(home.resolve(PEERS), kernel, input);
      results.add(seconds("  numpy, scipy", peers));
      ratio = peers.seconds() / ours.seconds();
      cpuRatio = peers.cpuSeconds() / ours.cpuSeconds();
      if (!(Math.abs(peers.check() - ours.check()) <= TOLERANCE * Math.abs(ours.check()))) {
        throw new IllegalStateException(
            "%s: different results, %s and %s".formatted(kernel, ours.check(), peers.check()));
      }
    } catch (IOException missing) {
      System.err.println(kernel.label() + " of numpy or scipy: " + missing.getMessage());
    }
    Result faster = Result.of("  times faster", ratio, "times");
    if (kernel == Kernel.GRAM) {
      results.add(faster.atLeast(3));
      results.add(Result.of("  peak memory of our process", ours.peakMib(), "MiB").atMost(1430));
    } else {
      results.add(faster);
      if (kernel == Kernel.DENSE) {
        results.add(
            Result.of("  its operations per second of processor time, of numpy's", cpuRatio, "")
                .atLeast(.9));
      }
    }
    return results;
  }

  private static Result seconds(String what, KernelProcess.Measured measured) {
    return Result.of(
        String.format(Locale.ROOT, "%s (%.3f s CPU)", what, measured.cpuSeconds()),
        1e3 * measured.seconds(),
        "ms");
  }
}
