package io.privirec.exposure;

import java.util.ArrayList;
import java.util.List;

/// The decoder: solves rows, splits rows into users, subtracts these users, and repeats.
///
/// A view contains a single snapshot or all snapshots together. Equations of all snapshots together
/// hold for rows whose users did not change. The residual shows these rows.
final class Peeling {
  private final List<RowSystem> systems;
  private final List<SnapshotView> views = new ArrayList<>();
  private final Deadline deadline;
  private final Candidates candidates;
  private final int items;
  private final List<Find> finds = new ArrayList<>();
  private int passes;

  /// A history that was found.
  ///
  /// @param history ascending items
  /// @param snapshots indices of the snapshots that contain the history
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Find(int[] history, List<Integer> snapshots) {}

  /// @param systems of each snapshot, over the same items
  /// @param memory of the rows
  Peeling(
      List<RowSystem> systems,
      int items,
      int usersOfRow,
      Deadline deadline,
      RowMemory memory,
      Candidates candidates) {
    this.systems = systems;
    this.items = items;
    this.deadline = deadline;
    this.candidates = candidates;
    if (systems.size() > 1) {
      views.add(new SnapshotView(systems, items, usersOfRow, deadline, memory, candidates));
    }
    for (RowSystem system : systems) {
      views.add(new SnapshotView(List.of(system), items, usersOfRow, deadline, memory, candidates));
    }
  }

  List<Find> finds() {
    return finds;
  }

  int passes() {
    return passes;
  }

  boolean isLate() {
    return deadline.wasReached();
  }

  /// Counts the rows that are known in any snapshot.
  int rowsKnown() {
    int count = 0;
    for (int item = 0; item < items; item++) {
      int at = item;
      count += systems.stream().anyMatch(system -> system.known(at) != null) ? 1 : 0;
    }
    return count;
  }

  /// Repeats passes until no view finds anything, or until the deadline.
  void run() {
    boolean progress = true;
    while (progress && !deadline.isReached()) {
      progress = false;
      for (SnapshotView view : views) {
        progress |= view.completeRows(finds.size());
      }
      for (SnapshotView view : views) {
        while (pass(view) && !deadline.isReached()) {
          progress = true;
        }
      }
    }
  }

  private boolean pass(SnapshotView view) {
    passes++;
    boolean progress = view.splitRows(history -> take(view, history));
    return view.completeRows(finds.size()) || view.solveRows() || progress;
  }

  private void take(SnapshotView view, int[] history) {
    List<Integer> snapshots = new ArrayList<>();
    for (int index = 0; index < systems.size(); index++) {
      if (view.contains(systems.get(index))) {
        systems.get(index).subtract(history);
        snapshots.add(index);
      }
    }
    candidates.found(history);
    finds.add(new Find(history, List.copyOf(snapshots)));
  }
}
