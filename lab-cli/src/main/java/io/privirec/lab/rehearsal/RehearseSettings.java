package io.privirec.lab.rehearsal;

import static io.privirec.operator.option.InvalidOptionException.requireRange;

import io.privirec.lab.run.ByteSize;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.deployment.Cells;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What `lab rehearse` is asked to do.
final class RehearseSettings {
  private static final Set<Integer> RING_BITS = Set.of(16, 24, 32, 64);
  private static final Set<String> ROUND_KINDS = Set.of("closed", "tolerant");
  private static final ByteSize MIN_HEAP = ByteSize.ofMebibytes(64);
  private static final ByteSize MAX_HEAP = ByteSize.ofMebibytes(64 << 10);
  private static final ByteSize MIN_BUDGET = ByteSize.ofMebibytes(1);

  @Option(
      names = "--elements",
      paramLabel = "E",
      required = true,
      description = "Length of the vector, 1 to 2147483648.")
  long elements;

  @Option(
      names = "--ring-bits",
      paramLabel = "B",
      defaultValue = "32",
      description = "Bits of an element on the wire: 16, 24, 32 or 64. Default: ${DEFAULT-VALUE}.")
  int ringBits;

  @Option(
      names = "--participants",
      paramLabel = "N",
      defaultValue = "10",
      description = "Participants that contribute, 3 to 10000. Default: ${DEFAULT-VALUE}.")
  int participants;

  @Option(
      names = "--round-kind",
      paramLabel = "KIND",
      defaultValue = "closed",
      description =
          "closed: whole cells or nothing, as in every session over data; tolerant: participants may"
              + " leave. Default: ${DEFAULT-VALUE}.")
  String roundKind = "closed";

  @Option(
      names = "--cells",
      paramLabel = "C",
      defaultValue = "1",
      description = "Cells that they are in, each of 3 or more. Default: ${DEFAULT-VALUE}.")
  int cells;

  @Option(
      names = "--rounds",
      paramLabel = "R",
      defaultValue = "1",
      description = "Secure sums, one after the other, 1 to 16. Default: ${DEFAULT-VALUE}.")
  int rounds;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      defaultValue = "512m",
      converter = ByteSize.Converter.class,
      description = "The -Xmx of both services. Default: ${DEFAULT-VALUE}.")
  ByteSize heap = ByteSize.ofMebibytes(512);

  @Option(
      names = "--staging-budget",
      paramLabel = "SIZE",
      converter = ByteSize.Converter.class,
      description = "The coordinator's privirec.coordinator.staging-budget. Default: its own.")
  @Nullable ByteSize stagingBudget;

  @Option(
      names = "--max-anonymous",
      paramLabel = "SIZE",
      converter = ByteSize.Converter.class,
      description =
          "Fail when a service's anonymous memory, without its database, exceeds that. Linux only.")
  @Nullable ByteSize maxAnonymous;

  /// @throws InvalidOptionException when something is out of range
  void check() {
    if (maxAnonymous != null && !Files.isReadable(Path.of("/proc/self/status"))) {
      throw new InvalidOptionException("--max-anonymous needs /proc to see what services use");
    }
    requireRange("--elements", elements, 1, 1L << 31);
    if (!RING_BITS.contains(ringBits)) {
      throw new InvalidOptionException(
          "--ring-bits must be 16, 24, 32 or 64. Provided value: " + ringBits);
    }
    requireRange("--participants", participants, 3, 10_000);
    if (!ROUND_KINDS.contains(roundKind)) {
      throw new InvalidOptionException(
          "--round-kind must be closed or tolerant. Provided value: " + roundKind);
    }
    Cells.dealtTo(cells, participants);
    requireRange("--rounds", rounds, 1, 16);
    if (heap.bytes() < MIN_HEAP.bytes() || heap.bytes() > MAX_HEAP.bytes()) {
      throw new InvalidOptionException(
          "--heap must be in [%s, %s]. Provided value: %s".formatted(MIN_HEAP, MAX_HEAP, heap));
    }
    if (stagingBudget != null && stagingBudget.bytes() < MIN_BUDGET.bytes()) {
      throw new InvalidOptionException(
          "--staging-budget must be at least %s. Provided value: %s"
              .formatted(MIN_BUDGET, stagingBudget));
    }
  }
}
