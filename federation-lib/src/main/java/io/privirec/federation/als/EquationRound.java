package io.privirec.federation.als;

import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.federation.Contribution;
import io.privirec.federation.FileDraft;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Quantiser;
import io.privirec.federation.Round;
import io.privirec.federation.RoundInput;
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
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One step: the equations of the items' vectors. Participants make vectors of their users, which
/// stay with them; the items' vectors are broadcast for the next step, and published after the
/// last.
///
/// @param step from 1
/// @param startsFromSeed whether everybody draws the items' vectors before the step from the public
///   seed; else they are broadcast
/// @param next step; null: the vectors are published
record EquationRound(
    AlsTerms terms, int step, boolean startsFromSeed, @Nullable EquationRound next) {
  /// The rounds of all steps, in order.
  static List<EquationRound> all(AlsTerms terms, int steps) {
    List<EquationRound> rounds = new ArrayList<>();
    EquationRound next = null;
    for (int step = steps; step > 1; step--) {
      next = new EquationRound(terms, step, /* startsFromSeed= */ false, next);
      rounds.add(next);
    }
    rounds.add(new EquationRound(terms, 1, /* startsFromSeed= */ true, next));
    return rounds.reversed();
  }

  RoundSpec spec() {
    int items = terms.items();
    long length = layout().length(items);
    return new RoundSpec.ClosedSum(
        step,
        "item-equations-" + step,
        VectorSpec.of(
            "item-equations",
            length,
            new Ring(terms.isWide() ? 64 : 32),
            terms.scaleBits(),
            new Capacity.EverySubsetSum(terms.sumBound())),
        AlsBroadcast.bytes(items, startsFromSeed ? 0 : terms.objective().rank()),
        Math.toIntExact(Math.ceilDiv(length, items)));
  }

  private RowLayout layout() {
    return new RowLayout(squares(), ItemEquations.rowLength(terms.objective().rank()));
  }

  /// Numbers before the first item's: the triangle of Σ u uᵀ, where unseen pairs count.
  private int squares() {
    return terms.isWide() ? ItemEquations.squareLength(terms.objective().rank()) : 0;
  }

  /// The round itself.
  Round round() {
    return new Round(spec(), this::values, this::complete)
        .repeating(file -> AlsBroadcast.digest(AlsBroadcast.totals(file, terms.items())));
  }

  private Contribution values(RoundInput input) throws IOException {
    RatingMatrix data = input.dataOver(terms.items());
    AlsBroadcast broadcast =
        input.fromBroadcast(file -> AlsBroadcast.read(file, terms, startsFromSeed));
    ItemEquations equations =
        ItemEquations.of(broadcast.model(), data, broadcast.totals().raters(), terms.minSupport());
    return elements(
        equations, squares() == 0 ? new float[0] : equations.squares(broadcast.totals().users()));
  }

  /// The triangle of Σ u uᵀ where unseen pairs count, then one item's row at a time.
  private Contribution elements(ItemEquations equations, float[] squares) {
    Quantiser quantiser = Quantiser.of(spec().vector());
    RowLayout layout = layout();
    return (offset, out) -> {
      float[] row = new float[layout.row()];
      layout.forEach(
          offset,
          out.length(),
          (item, from, at, count) -> {
            if (item == RowLayout.HEAD) {
              quantiser.encode(squares, from, out, at, count);
            } else {
              equations.rows(item, item + 1, row);
              quantiser.encode(row, from, out, at, count);
            }
          });
    };
  }

  private PlanStep complete(Aggregate sum, Path workDirectory) throws IOException {
    RatingTotals totals =
        AlsBroadcast.totals(workDirectory.resolve(spec().broadcastFile()), terms.items());
    DenseMatrix factors = DenseMatrix.zeros(terms.items(), terms.objective().rank());
    Solver solver = new Solver(totals, factors);
    Quantiser quantiser = Quantiser.of(spec().vector());
    boolean[] inRange = {true};
    SumBlocks.forEach(
        spec(),
        sum,
        (offset, block) -> {
          float[] values = new float[block.length()];
          inRange[0] &= quantiser.decode(block, values, 0, terms.sumBound());
          if (inRange[0]) {
            layout()
                .forEach(
                    offset,
                    values.length,
                    (item, from, at, count) -> solver.take(item, from, values, at, count));
          }
        });
    if (!inRange[0]) {
      return new PlanStep.Fail(
          "sum-out-of-range", "an entry of the sum is larger than " + terms.sumBound());
    }
    if (!solver.solved) {
      return new PlanStep.Fail(
          "equations-not-definite", "the equations of an item have no solution that is a minimum");
    }
    if (next != null) {
      AlsBroadcast.write(workDirectory.resolve(next.spec().broadcastFile()), totals, factors);
      return new PlanStep.NextRound(next.spec());
    }
    ItemFactors fitted =
        AlternatingLeastSquares.published(terms.objective(totals), totals, factors);
    FileDraft.write(
        workDirectory.resolve(ItemFactorsFile.NAME), file -> ItemFactorsFile.write(file, fitted));
    return new PlanStep.Publish();
  }

  /// Solves each item's equations as soon as the last of its numbers has come.
  private final class Solver {
    private final LeastSquares objective;
    private final RatingTotals totals;
    private final DenseMatrix factors;
    private final float[] squares = new float[squares()];
    private final float[] row = new float[layout().row()];
    private boolean solved = true;

    Solver(RatingTotals totals, DenseMatrix factors) {
      this.objective = terms.objective(totals);
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
      if (totals.raters()[item] >= terms.minSupport()) {
        solved &= ItemEquations.solve(objective, totals, item, row, squares, factors);
      }
    }
  }
}
