package io.privirec.bench;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/// Masks on one core beside the machine's OpenSSL, and the guard of the keystream's fast path.
final class MaskSpeed {
  private MaskSpeed() {}

  /// OpenSSL runs before and after, and its better result counts: that is the harder bar.
  static List<Result> measure() throws Exception {
    double openSsl = OpenSsl.gigabytesPerSecond();
    double one = gigabytesPerSecond(MaskBenchmark.class, Map.of("ringBits", "32", "masks", "1"));
    double many = gigabytesPerSecond(MaskBenchmark.class, Map.of("ringBits", "32", "masks", "15"));
    double keystream = gigabytesPerSecond(KeystreamBenchmark.class, Map.of("pieceKib", "16"));
    double small = FreshProcess.keystreamGigabytesPerSecond(16);
    double large = FreshProcess.keystreamGigabytesPerSecond(1024);
    openSsl = Math.max(openSsl, OpenSsl.gigabytesPerSecond());
    return List.of(
        Result.of("openssl speed -evp aes-128-ctr, pieces of 16 KiB", openSsl, "GB/s"),
        Result.of("mask one neighbour, int32, one core", one, "GB/s").atLeast(2),
        Result.of("mask one neighbour, of OpenSSL's keystream alone", 100 * one / openSsl, "%")
            .atLeast(45),
        Result.of("15 masks at once, int32, one core", many, "GB/s"),
        Result.of("keystream, pieces of 16 KiB", keystream, "GB/s").atLeast(2),
        Result.of("keystream, pieces of 16 KiB, first 512 MiB of a process", small, "GB/s"),
        Result.of("keystream, pieces of 1 MiB, first 512 MiB of a process", large, "GB/s"),
        Result.of("the former beside the latter", small / large, "times").atLeast(1));
  }

  private static double gigabytesPerSecond(Class<?> benchmark, Map<String, String> parameters)
      throws RunnerException {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + benchmark.getName().replace(".", "\\.") + "\\.")
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true);
    parameters.forEach(options::param);
    RunResult run = new Runner(options.build()).runSingle();
    return counted(run, "bytes") / counted(run, "cpuNanos");
  }

  private static double counted(RunResult run, String counter) {
    return Objects.requireNonNull(run.getSecondaryResults().get(counter), counter).getScore();
  }
}
