package io.privirec.lab.session;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.RoundSpec;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.operator.option.InvalidOptionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What an experiment needs at most, known before it starts.
///
/// @param heapBytes of this process
/// @param diskBytes of temporary files
public record Room(long heapBytes, long diskBytes) {
  /// Columns and values of P̃, and powers of its values.
  private static final long BYTES_PER_ENTRY = 12;

  /// Of a P̃ that comes out of a sum: its upper half too, in arrays that grow half again.
  private static final long BYTES_PER_SUMMED_ENTRY = 20;

  /// In `gram.safetensors`, of the upper half.
  private static final long FILE_BYTES_PER_ENTRY = 4;

  /// Scores, products and powers of a batch, R, chunks of sums, the JVM.
  private static final long BYTES_BESIDE = 400L << 20;

  /// Bases of an eigenproblem at once, each half again as wide as the rank.
  private static final int BASES = 5;

  /// Nothing of any size.
  public static final Room NONE = new Room(0, 0);

  /// Of a model on P̃ from all data at once.
  ///
  /// @param gramEntries of P̃
  /// @param rank of its ideal low-pass part; 0 without one
  public static Room central(long gramEntries, int rank, Dataset dataset) {
    long width = Math.min(rank * 3L / 2, Math.min(dataset.users(), dataset.items()));
    long spectrum = Float.BYTES * width * ((long) BASES * dataset.items() + dataset.users());
    return new Room(BYTES_BESIDE + BYTES_PER_ENTRY * gramEntries + spectrum, 0);
  }

  /// Of factors alone, from all data at once.
  ///
  /// @param factors what is iterated
  public static Room factors(PowerIteration factors, Dataset dataset) {
    long width = factors.width();
    // Krylov factors are made of all bases at once.
    long whole = factors.eigenvalues() == Eigenvalues.KRYLOV ? factors.iterations() * width : width;
    // Products with R̃, bases before and after, a filter's two factors, square matrices.
    return new Room(
        BYTES_BESIDE
            + Float.BYTES * (width * (dataset.users() + 5L * dataset.items()))
            + Float.BYTES * whole * dataset.items()
            + 4 * Double.BYTES * whole * whole,
        0);
  }

  /// Of a session in this process, and of the filter that comes out. All participants' rows of R̃ X
  /// are there at once, as if they were one's; P̃ and products are not.
  ///
  /// @param gramEntries of P̃ where the session sums it, else 0
  /// @param factors what it iterates
  public static Room session(
      AlgorithmSettings algorithm,
      long gramEntries,
      Optional<PowerIteration> factors,
      Dataset dataset) {
    int width = factors.map(PowerIteration::width).orElse(0);
    long basis = (long) Float.BYTES * width * dataset.items();
    long sums =
        algorithm.algorithm().specs().stream()
            .mapToLong(round -> round.vector().totalBytes())
            .max()
            .orElse(0);
    long broadcasts =
        algorithm.algorithm().specs().stream().mapToLong(RoundSpec::broadcastBytes).sum();
    long files = basis + FILE_BYTES_PER_ENTRY * (gramEntries + dataset.items());
    return factors
        .map(iteration -> factors(iteration, dataset))
        .orElse(NONE)
        .or(
            new Room(
                BYTES_BESIDE + BYTES_PER_SUMMED_ENTRY * gramEntries + 2 * basis,
                sums + broadcasts + files));
  }

  /// Beside a P̃ that is kept meanwhile.
  public Room beside(long gramEntries) {
    return new Room(heapBytes + BYTES_PER_ENTRY * gramEntries, diskBytes);
  }

  /// Of a folded filter: its file, and its parts while it is put together.
  public static Room folded(Dataset dataset, int topN) {
    return new Room(
        0, 2L * (Short.BYTES + Integer.BYTES) * Math.min(topN, dataset.items()) * dataset.items());
  }

  /// The larger of each.
  public Room or(Room other) {
    return new Room(Math.max(heapBytes, other.heapBytes), Math.max(diskBytes, other.diskBytes));
  }

  /// Refuses what this process and its directory for temporary files have no room for.
  ///
  /// @throws InvalidOptionException saying what is needed and what there is
  public void require() throws IOException {
    Path directory = Path.of(System.getProperty("java.io.tmpdir"));
    requireWithin(
        Runtime.getRuntime().maxMemory(),
        Files.getFileStore(directory).getUsableSpace(),
        directory);
  }

  void requireWithin(long heap, long disk, Path directory) {
    if (heapBytes > heap) {
      throw new InvalidOptionException(
          "--data: this may need %,d MiB of heap; the process has %,d MiB (PRIVIREC_LAB_HEAP)"
              .formatted(heapBytes >> 20, heap >> 20));
    }
    if (diskBytes > disk) {
      throw new InvalidOptionException(
          "--data: this may need %,d MiB of temporary files; %s has room for %,d MiB"
              .formatted(diskBytes >> 20, directory, disk >> 20));
    }
  }
}
