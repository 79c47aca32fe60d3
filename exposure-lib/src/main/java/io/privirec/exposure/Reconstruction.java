package io.privirec.exposure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Histories that a decoder reads from sums without noise.
///
/// @param histories of users, of the items that stayed in the session
/// @param rows of G that were solved or read
/// @param passes over the rows
/// @param endedByLimits whether a limit ended the work
public record Reconstruction(List<History> histories, int rows, int passes, boolean endedByLimits) {
  /// The version of the decoder, which each figure of exposure names.
  public static final String DECODER = "decoder v1";

  /// Copies the list.
  public Reconstruction {
    histories = List.copyOf(histories);
  }

  /// A user's history.
  ///
  /// @param items ascending
  /// @param snapshots that have it, ascending
  @SuppressWarnings("ArrayRecordComponent") // compared by #equals below
  public record History(int[] items, List<Integer> snapshots) {
    /// Copies both.
    public History {
      items = items.clone();
      snapshots = List.copyOf(snapshots);
    }

    /// Items, a fresh array.
    @Override
    public int[] items() {
      return items.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof History that
          && Arrays.equals(items, that.items)
          && snapshots.equals(that.snapshots);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(items) + snapshots.hashCode();
    }

    /// Shows no items.
    @Override
    public String toString() {
      return "History[%s items]".formatted(items.length);
    }
  }

  /// Numbers of an equation for each item, of all snapshots.
  private static long columns(Equations equations) {
    long columns = 0;
    for (Equations.Snapshot snapshot : equations.snapshots()) {
      columns += 1;
      for (OpenedSum sum : snapshot.sums()) {
        columns += sum instanceof OpenedSum.Product product ? product.basis().columns() : 0;
      }
    }
    return columns;
  }

  /// Equations of each snapshot with their right sides, all snapshots side by side. Solvers and
  /// rows come on top.
  private static long bytes(Equations equations, int kept) {
    long copies = equations.snapshots().size() == 1 ? 3 : 5;
    return Double.BYTES * columns(equations) * copies * kept;
  }

  /// The factor of the solver of a thread.
  private static long bytesOfThread(Equations equations) {
    long columns = columns(equations);
    return Double.BYTES * columns * columns / 2;
  }

  private static int[] kept(Equations equations) {
    return IntStream.range(0, equations.items())
        .filter(
            item -> equations.snapshots().stream().anyMatch(each -> each.itemDegrees()[item] > 0))
        .toArray();
  }

  /// Adds the item Gram matrix if the releases determine it.
  private static Equations.Snapshot fitted(
      Equations.Snapshot snapshot, long memory, Deadline deadline) {
    return GramFit.of(snapshot, memory, deadline)
        .map(gram -> {
          List<OpenedSum> sums = new ArrayList<>(snapshot.sums());
          sums.add(gram);
          return new Equations.Snapshot(snapshot.itemDegrees(), sums, snapshot.weight());
        })
        .orElse(snapshot);
  }

  /// Runs the decoder.
  ///
  /// @param limits if the equations need more memory, the result is empty and marked. If the rows
  ///   need more memory, the result contains the histories that were found before. Fewer threads
  ///   work if their memory allows fewer
  public static Reconstruction of(Equations equations, Limits limits) {
    long left = limits.memory() - bytes(equations, kept(equations).length);
    int threads = Math.clamp(left / 2 / bytesOfThread(equations), 1, limits.threads());
    Limits within = new Limits(limits.time(), limits.memory(), limits.usersOfRow(), threads);
    return Workers.run(threads, () -> decode(equations, within, Candidates.ALL));
  }

  /// Runs the decoder with the workers of the caller.
  ///
  /// @param candidates over the items that some snapshot has
  static Reconstruction decode(Equations equations, Limits limits, Candidates candidates) {
    int[] kept = kept(equations);
    long left =
        limits.memory()
            - bytes(equations, kept.length)
            - limits.threads() * bytesOfThread(equations);
    if (left < 0) {
      return new Reconstruction(List.of(), 0, 0, true);
    }
    Deadline deadline = new Deadline(limits.time());
    Deadline half = new Deadline(limits.time().dividedBy(2));
    RowMemory memory = new RowMemory(left, deadline);
    List<RowSystem> systems = new ArrayList<>();
    for (Equations.Snapshot snapshot : equations.snapshots()) {
      systems.add(new RowSystem(fitted(snapshot, limits.memory(), half), kept, memory));
    }
    Peeling peeling =
        new Peeling(systems, kept.length, limits.usersOfRow(), deadline, memory, candidates);
    peeling.run();
    List<History> histories = new ArrayList<>();
    for (Peeling.Find find : peeling.finds()) {
      histories.add(
          new History(
              Arrays.stream(find.history()).map(item -> kept[item]).toArray(), find.snapshots()));
    }
    boolean isLate = peeling.isLate() || half.wasReached();
    return new Reconstruction(histories, peeling.rowsKnown(), peeling.passes(), isLate);
  }
}
