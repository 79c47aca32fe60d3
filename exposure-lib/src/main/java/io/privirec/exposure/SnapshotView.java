package io.privirec.exposure;

import io.privirec.exposure.RowSystem.Row;
import io.privirec.filter.matrix.RowBlocks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// The equations of a snapshot, or of several snapshots as far as they agree.
final class SnapshotView {
  /// Part of the rows that must become known before a row is tried again.
  private static final double NEWS = 0.02;

  /// Norm of the residual of a solved row, in standard deviations of its equations.
  private static final double RESIDUAL = 1.6;

  /// Rows that are solved before the view looks for new facts.
  private static final int TOGETHER = 48;

  /// Rows with a less certain value would pass their error on to other rows.
  private static final double LARGEST_TOLERANCE = 2e-4;

  /// Part of 1/d of the longest possible history that a number may be off.
  private static final double SMALLEST_PART = 0.5;

  private final List<RowSystem> members;
  private final int items;
  private final int usersOfRow;
  private final Deadline deadline;
  private final RowMemory memory;
  private final Candidates candidates;
  private final int equations;
  private final UnknownColumns columns;

  /// State at the last attempt to solve a row: users of the item, rows known.
  private final int[] triedSupport;

  private final int[] triedKnown;

  /// Users of the item at the last attempt to split a row.
  private final int[] splitSupport;

  /// Solved rows that are not certain enough for other rows, and the users of the item then.
  private final @Nullable Row[] rough;

  private final int[] roughSupport;

  /// Histories that were found before the last attempt to read all rows at once.
  private int triedFound = -1;

  /// @param members over the same items
  /// @param memory of the rows
  SnapshotView(
      List<RowSystem> members,
      int items,
      int usersOfRow,
      Deadline deadline,
      RowMemory memory,
      Candidates candidates) {
    this.members = members;
    this.items = items;
    this.usersOfRow = usersOfRow;
    this.deadline = deadline;
    this.memory = memory;
    this.candidates = candidates;
    this.equations = members.stream().mapToInt(RowSystem::equations).sum();
    this.columns =
        new UnknownColumns(
            members.size() == 1 ? members.getFirst().columns() : joined(), equations);
    this.triedSupport = new int[items];
    this.triedKnown = new int[items];
    this.splitSupport = new int[items];
    this.rough = new Row[items];
    this.roughSupport = new int[items];
  }

  private double[] joined() {
    double[] joined = new double[Math.multiplyExact(items, equations)];
    for (int item = 0; item < items; item++) {
      int at = item * equations;
      for (RowSystem member : members) {
        int count = member.equations();
        System.arraycopy(member.columns(), item * count, joined, at, count);
        at += count;
      }
    }
    return joined;
  }

  /// Returns whether a system is part of this view.
  boolean contains(RowSystem system) {
    return members.contains(system);
  }

  /// Users of an item that were not found yet; −1 if snapshots differ.
  private int support(int item) {
    int support = members.getFirst().support(item);
    for (RowSystem member : members) {
      if (member.support(item) != support) {
        return -1;
      }
    }
    return support;
  }

  /// The row of an item if all snapshots know it and agree.
  private @Nullable Row known(int item) {
    Row first = members.getFirst().known(item);
    for (RowSystem member : members) {
      Row other = member.known(item);
      if (first == null || other == null || !first.agrees(other)) {
        return null;
      }
    }
    return first;
  }

  /// Solves rows that are not known yet, those of few users first.
  ///
  /// @return whether a row was solved
  boolean solveRows() {
    if (equations <= members.size()) {
      return false;
    }
    @Nullable Row[] rows = new Row[items];
    int known = 0;
    List<Integer> open = new ArrayList<>();
    for (int item = 0; item < items; item++) {
      rows[item] = known(item);
      if (rows[item] != null) {
        known++;
      } else if (support(item) > 0) {
        open.add(item);
      }
    }
    int knownNow = known;
    open.removeIf(
        item -> triedSupport[item] == support(item) && knownNow - triedKnown[item] <= NEWS * items);
    open.sort((a, b) -> Integer.compare(support(a), support(b)));
    boolean progress = false;
    List<Attempt> failed = new ArrayList<>();
    for (int from = 0; from < open.size() && !deadline.isReached(); from += TOGETHER) {
      List<Integer> batch = open.subList(from, Math.min(open.size(), from + TOGETHER));
      int solved = solve(batch, rows, known, failed);
      if (solved == 0 && progress) {
        // Rows of more users are denser. The rows that were solved help more than a further try.
        break;
      }
      progress |= solved > 0;
    }
    return progress;
  }

  /// The right side of a row, the standard deviation of its equations, and the solution if it was
  /// found.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Attempt(double[] side, double deviation, @Nullable Row row) {
    /// Returns whether another row has the same right side.
    boolean isOf(double[] other) {
      double most = 2 * RowSystem.DEVIATIONS * deviation;
      for (int e = 0; e < side.length; e++) {
        if (Math.abs(side[e] - other[e]) > most) {
          return false;
        }
      }
      return true;
    }
  }

  /// Solves rows independently of each other.
  ///
  /// @param failed attempts on rows of a single user, to which the method adds. Rows of the same
  ///   user are equal, so a failed attempt is not repeated
  /// @return the number of solved rows
  private int solve(List<Integer> batch, @Nullable Row[] rows, int known, List<Attempt> failed) {
    @Nullable Attempt[] attempts = new Attempt[batch.size()];
    IntPredicate isKnown = item -> rows[item] != null;
    RowBlocks.forEach(
        batch.size(),
        1,
        () -> new NonNegativeSolver(columns, deadline),
        (solver, from, to) -> {
          if (!deadline.isReached()
              && !candidates.isHopeless(batch.get(from), isKnown, equations)) {
            attempts[from] = solve(solver, batch.get(from), rows, failed);
          }
        });
    int count = 0;
    for (int n = 0; n < attempts.length; n++) {
      int item = batch.get(n);
      int support = support(item);
      triedSupport[item] = support;
      triedKnown[item] = known;
      Attempt attempt = attempts[n];
      Row row = attempt == null ? null : attempt.row();
      if (row == null) {
        if (attempt != null && support == 1) {
          failed.add(attempt);
        }
        continue;
      }
      if (row.isWithin(LARGEST_TOLERANCE)) {
        count++;
        members.forEach(member -> member.know(item, row));
      } else {
        count += rough[item] == null || roughSupport[item] != support ? 1 : 0;
        memory.take(Row.bytes(row) - Row.bytes(rough[item]));
        rough[item] = row;
        roughSupport[item] = support;
      }
    }
    return count;
  }

  /// @return null for a row that is equal to a failed row
  private @Nullable Attempt solve(
      NonNegativeSolver solver, int item, @Nullable Row[] rows, List<Attempt> failed) {
    double[] side = new double[equations];
    double[] variances = new double[equations];
    int at = 0;
    for (RowSystem member : members) {
      double[] own = new double[member.equations()];
      double[] ownVariances = new double[own.length];
      member.side(item, rows, own, ownVariances);
      System.arraycopy(own, 0, side, at, own.length);
      System.arraycopy(ownVariances, 0, variances, at, own.length);
      at += own.length;
    }
    if (support(item) == 1 && failed.stream().anyMatch(each -> each.isOf(side))) {
      return null;
    }
    int[] unknowns = new int[items];
    double[] preference = new double[items];
    int count = 0;
    for (int other = 0; other < items; other++) {
      if (rows[other] == null && support(other) != 0) {
        double users = Math.max(1, members.getFirst().support(other));
        preference[count] = users * users;
        unknowns[count++] = other;
      }
    }
    unknowns = Arrays.copyOf(unknowns, count);
    double deviation = Math.sqrt(Arrays.stream(variances).average().orElse(0));
    double limit = RESIDUAL * deviation * Math.sqrt((double) equations);
    Optional<NonNegativeSolver.Solution> solution = solver.solve(side, unknowns, preference, limit);
    if (solution.isEmpty()) {
      // Rows of rare items may contain rare items.
      Arrays.fill(preference, 1);
      solution = solver.solve(side, unknowns, preference, limit);
    }
    return new Attempt(
        side, deviation, solution.map(found -> row(item, found, rows, deviation)).orElse(null));
  }

  private Row row(
      int item, NonNegativeSolver.Solution found, @Nullable Row[] rows, double deviation) {
    double[] values = new double[items];
    double[] tolerances = new double[items];
    for (int n = 0; n < found.unknowns().length; n++) {
      double tolerance = RowSystem.DEVIATIONS * deviation * found.deviations()[n];
      if (found.values()[n] > tolerance) {
        values[found.unknowns()[n]] = found.values()[n];
        tolerances[found.unknowns()[n]] = tolerance;
      }
    }
    for (int other = 0; other < items; other++) {
      Row row = rows[other];
      if (row != null) {
        values[other] = row.value(item);
        tolerances[other] = row.tolerance(item);
      }
    }
    return Row.of(values, tolerances);
  }

  /// Reads all rows at once if fewer users are left than equations. Snapshots that differ have no
  /// common rank, so only a view of a single snapshot has such rows.
  ///
  /// @param found number of histories that were found. The view does not try again before it
  ///   changes
  /// @return whether a row became known or more certain
  boolean completeRows(int found) {
    if (members.size() > 1 || triedFound == found || deadline.isReached()) {
      return false;
    }
    triedFound = found;
    double largest = Math.min(LARGEST_TOLERANCE, SMALLEST_PART / items);
    List<Integer> news = members.getFirst().readLowRank(largest, deadline);
    news.forEach(item -> splitSupport[item] = 0);
    return !news.isEmpty();
  }

  /// Splits rows of few users.
  ///
  /// @param finds receives each history; it must subtract the history before it returns
  /// @return whether a history was found
  boolean splitRows(Consumer<int[]> finds) {
    List<Integer> ready = new ArrayList<>();
    for (int item = 0; item < items; item++) {
      int support = support(item);
      if (support >= 1 && support <= usersOfRow && splitSupport[item] != support) {
        ready.add(item);
      }
    }
    ready.sort((a, b) -> Integer.compare(support(a), support(b)));
    boolean progress = false;
    UserWeight weight = members.getFirst().weight();
    for (int item : ready) {
      int support = support(item);
      Row row = support < 1 || deadline.isReached() ? null : splittable(item, support);
      if (row == null) {
        continue;
      }
      splitSupport[item] = support;
      for (int[] history : RowSplitter.split(row, item, support, weight, this::most)) {
        if (members.stream().allMatch(member -> member.admits(history))) {
          finds.accept(history);
          progress = true;
        }
      }
    }
    return progress;
  }

  private @Nullable Row splittable(int item, int support) {
    Row row = known(item);
    return row != null ? row : roughSupport[item] == support ? rough[item] : null;
  }

  /// See [Assignments.PairBounds].
  private double most(int item, int other) {
    double most = Double.POSITIVE_INFINITY;
    for (RowSystem member : members) {
      most = Math.min(most, Math.min(member.most(item, other), member.most(other, item)));
    }
    return most;
  }
}
