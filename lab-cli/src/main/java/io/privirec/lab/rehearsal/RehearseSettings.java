package io.privirec.lab.rehearsal;

import io.privirec.lab.run.ByteSize;
import io.privirec.lab.run.Cells;
import io.privirec.lab.run.InvalidOptionException;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What `lab rehearse` was asked to do.
///
/// @param elements length of the vector, in [1, 2^31]
/// @param ringBits 16, 24, 32 or 64
/// @param participants cohort size, in [3, 10,000]
/// @param roundKind `closed` or `tolerant`
/// @param cells of the roster, each of 3 participants or more
/// @param rounds secure sums one after the other, in [1, 16]
/// @param heap the -Xmx of both services, in [64 MiB, 64 GiB]
/// @param stagingBudget of the coordinator, at least 1 MiB; null for its default
/// @param maxAnonymous what no service may exceed; null for no limit
/// @param json where to write the report; null for nowhere
record RehearseSettings(
    long elements,
    int ringBits,
    int participants,
    String roundKind,
    int cells,
    int rounds,
    ByteSize heap,
    @Nullable ByteSize stagingBudget,
    @Nullable ByteSize maxAnonymous,
    @Nullable Path json) {
  private static final Set<Integer> RING_BITS = Set.of(16, 24, 32, 64);
  private static final Set<String> ROUND_KINDS = Set.of("closed", "tolerant");
  private static final ByteSize MIN_HEAP = ByteSize.ofMebibytes(64);
  private static final ByteSize MAX_HEAP = ByteSize.ofMebibytes(64 << 10);
  private static final ByteSize MIN_BUDGET = ByteSize.ofMebibytes(1);

  RehearseSettings {
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

  private static void requireRange(String option, long value, long min, long max) {
    if (value < min || value > max) {
      throw new InvalidOptionException(
          "%s must be in [%d, %d]. Provided value: %d".formatted(option, min, max, value));
    }
  }
}
