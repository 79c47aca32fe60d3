package io.privirec.federation.als;

import io.privirec.federation.FileDraft;
import io.privirec.federation.Plan;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Quantiser;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.RowLayout;
import io.privirec.federation.SumBlocks;
import io.privirec.filter.factor.AlternatingLeastSquares;
import io.privirec.filter.factor.ItemEquations;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.filter.factor.LeastSquares;
import io.privirec.filter.factor.RatingTotals;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.secagg.Aggregate;
import io.privirec.wire.algorithm.PriviRecParameters.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;

/// The coordinator's side: counts → items with enough raters; each sum of equations → the items'
/// vectors, which are broadcast for the next step and published after the last.
final class AlsPlan implements Plan {
  private final Als als;

  AlsPlan(Als als) {
    this.als = als;
  }

  @Override
  public PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException {
    RoundSpec round = als.rounds().get(index);
    return index == 0 ? takeTotals(sum, workDirectory) : takeEquations(round, sum, workDirectory);
  }

  private PlanStep takeTotals(Aggregate sum, Path workDirectory) throws IOException {
    RatingTotals totals = als.ratingRound().read(sum);
    if (!totals.isPossible(als.objective())) {
      return new PlanStep.Fail(
          "sum-out-of-range", "raters outside [0, users], or a mean outside the range of ratings");
    }
    long kept = Arrays.stream(totals.raters()).filter(raters -> raters >= als.minSupport()).count();
    if (kept == 0) {
      return new PlanStep.Fail(
          "too-few-items", "no item has %d users, minSupport".formatted(als.minSupport()));
    }
    FileDraft.write(
        workDirectory.resolve(ItemDegreesFile.NAME),
        file -> ItemDegreesFile.write(file, totals.raters()));
    RoundSpec next = als.rounds().get(1);
    AlsBroadcast.write(workDirectory.resolve(next.broadcastFile()), totals, null);
    return new PlanStep.NextRound(next);
  }

  private PlanStep takeEquations(RoundSpec round, Aggregate sum, Path workDirectory)
      throws IOException {
    RatingTotals totals =
        AlsBroadcast.totals(workDirectory.resolve(round.broadcastFile()), als.items());
    DenseMatrix factors = DenseMatrix.zeros(als.items(), als.objective().rank());
    Solver solver = new Solver(totals, factors);
    Quantiser quantiser = Quantiser.of(round.vector());
    boolean[] inRange = {true};
    SumBlocks.forEach(
        round,
        sum,
        (offset, block) -> {
          float[] values = new float[block.length()];
          inRange[0] &= quantiser.decode(block, values, 0, als.sumBound());
          if (inRange[0]) {
            als.layout()
                .forEach(
                    offset,
                    values.length,
                    (item, from, at, count) -> solver.take(item, from, values, at, count));
          }
        });
    if (!inRange[0]) {
      return new PlanStep.Fail(
          "sum-out-of-range", "an entry of the sum is larger than " + als.sumBound());
    }
    if (!solver.solved) {
      return new PlanStep.Fail(
          "equations-not-definite", "the equations of an item have no solution that is a minimum");
    }
    if (round.index() < als.steps()) {
      RoundSpec next = als.rounds().get(round.index() + 1);
      AlsBroadcast.write(workDirectory.resolve(next.broadcastFile()), totals, factors);
      return new PlanStep.NextRound(next);
    }
    ItemFactors fitted = AlternatingLeastSquares.published(als.objective(totals), totals, factors);
    FileDraft.write(
        workDirectory.resolve(ItemFactorsFile.NAME), file -> ItemFactorsFile.write(file, fitted));
    return new PlanStep.Publish();
  }

  /// Solves each item's equations as soon as the last of its numbers has come.
  private final class Solver {
    private final LeastSquares objective;
    private final RatingTotals totals;
    private final DenseMatrix factors;
    private final float[] squares = new float[als.squares()];
    private final float[] row = new float[als.layout().row()];
    private boolean solved = true;

    Solver(RatingTotals totals, DenseMatrix factors) {
      this.objective = als.objective(totals);
      this.totals = totals;
      this.factors = factors;
    }

    void take(int item, int from, float[] values, int at, int count) {
      if (item == RowLayout.HEAD) {
        System.arraycopy(values, at, squares, from, count);
        return;
      }
      System.arraycopy(values, at, row, from, count);
      if (from + count == row.length) {
        solve(item);
      }
    }

    private void solve(int item) {
      if (totals.raters()[item] >= als.minSupport()) {
        solved &= ItemEquations.solve(objective, totals, item, row, squares, factors);
      }
    }
  }

  @Override
  public void writeRelease(Path workDirectory, Path releaseDirectory) throws IOException {
    for (String name : new String[] {ItemDegreesFile.NAME, ItemFactorsFile.NAME}) {
      Files.copy(
          workDirectory.resolve(name),
          releaseDirectory.resolve(name),
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @Override
  public Model model() {
    return new Model(ItemFactors.KIND, als.id());
  }

  @Override
  public long fileBytes() {
    return 2 * AlsBroadcast.bytes(als.items(), als.objective().rank());
  }

  /// The items' vectors, and one block of the sum in floats.
  @Override
  public long workingSetBytes() {
    return 2L * Float.BYTES * als.items() * als.objective().rank() + (2L << 20);
  }
}
