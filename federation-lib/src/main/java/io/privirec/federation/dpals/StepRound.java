package io.privirec.federation.dpals;

import static java.util.Objects.requireNonNull;

import io.privirec.crypto.prg.KeyStream;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.federation.Contribution;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.RowLayout;
import io.privirec.federation.SumBlocks;
import io.privirec.federation.noise.SampledItems;
import io.privirec.federation.noise.SettledPrivacy;
import io.privirec.filter.factor.BoundedAls;
import io.privirec.filter.factor.BoundedEquations;
import io.privirec.filter.factor.BoundedUsers;
import io.privirec.filter.factor.FeatureTerms;
import io.privirec.filter.factor.FrequentItems;
import io.privirec.filter.factor.ItemFeatures;
import io.privirec.filter.factor.ItemSolver;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.matrix.RowBlocks;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One step: the equations of the frequent items' vectors, with noise.
///
/// @param items m
/// @param index of the round
/// @param step from 1
/// @param startsFromSeed whether everybody draws the items' vectors before the step from the public
///   seed; else they are broadcast
/// @param next step; null: the vectors are published
/// @param broadcastBytes of what comes before it
/// @param rho this round's part of the budget
record StepRound(
    int items,
    BoundedAls als,
    Scales scales,
    SettledPrivacy privacy,
    int index,
    int step,
    boolean startsFromSeed,
    @Nullable StepRound next,
    long broadcastBytes,
    double rho) {
  /// Bound of a number of one participant: the values of all its users, and noise. The local
  /// standard deviation of the noise is below 2^26 units. A larger number is less likely than 1 in
  /// 2^1000.
  private double largest() {
    return RoundInput.MAX_USERS * Math.sqrt(als.perUser()) + Math.scalb(1.0, 32 - Scales.UNIT_BITS);
  }

  RowLayout layout() {
    int triangle = BoundedEquations.triangle(als.rank());
    return new RowLayout(als.weighsUnseen() ? triangle : 0, triangle + als.rank());
  }

  RoundSpec spec() {
    long length = layout().length(als.frequent(items));
    VectorSpec vector =
        VectorSpec.of(
            "item-equations-" + step,
            length,
            new Ring(64),
            Scales.UNIT_BITS,
            new Capacity.PerParticipant(largest()));
    return privacy.round(index, vector, broadcastBytes, scales.sensitivity(length), rho);
  }

  /// What a participant adds.
  ///
  /// @param choices which of a user's items count, where chance decides
  Contribution contribution(
      RatingMatrix data,
      FrequentItems frequent,
      double mean,
      DenseMatrix vectors,
      KeyStream choices) {
    UserIntegers integers =
        UserIntegers.of(
            als,
            scales,
            layout().head(),
            BoundedUsers.of(als, frequent, mean, vectors, data),
            bound -> SampledItems.below(bound, choices));
    long[] head = integers.head();
    return (offset, out) -> {
      long[] row = new long[layout().row()];
      layout()
          .forEach(
              offset,
              out.length(),
              (place, from, at, count) -> {
                long[] values = head;
                if (place != RowLayout.HEAD) {
                  integers.row(place, row);
                  values = row;
                }
                for (int n = 0; n < count; n++) {
                  out.setReduced(at + n, values[from + n]);
                }
              });
    };
  }

  /// The vectors that the sum says. Where features of items count, the sum is read twice: for
  /// vectors to fit those of the categories to, and for vectors that agree with these.
  ///
  /// @param features of the items; read only where they have a weight
  /// @return shape [frequent items × rank]; empty when a number is larger than any that the round
  ///   is made for
  Optional<DenseMatrix> solve(
      Aggregate sum, FrequentItems frequent, @Nullable ItemFeatures features) throws IOException {
    Optional<DenseMatrix> vectors = solved(sum, frequent, null);
    if (als.featureWeight() == 0 || vectors.isEmpty()) {
      return vectors;
    }
    FeatureTerms terms =
        FeatureTerms.of(frequent, requireNonNull(features), als.featureWeight(), vectors.get());
    return solved(sum, frequent, terms);
  }

  private Optional<DenseMatrix> solved(
      Aggregate sum, FrequentItems frequent, @Nullable FeatureTerms features) throws IOException {
    DenseMatrix vectors = DenseMatrix.zeros(frequent.count(), als.rank());
    double limit = Math.scalb(sum.survivors().size() * largest(), Scales.UNIT_BITS);
    boolean[] inRange = {true};
    RowLayout layout = layout();
    long[] head = new long[layout.head()];
    long[][] row = {new long[layout.row()]};
    SumBlocks.forEach(
        spec(),
        sum,
        (offset, block) -> {
          List<Whole> whole = new ArrayList<>();
          layout.forEach(
              offset,
              block.length(),
              (place, from, at, count) -> {
                long[] values = place == RowLayout.HEAD ? head : row[0];
                for (int n = 0; n < count; n++) {
                  values[from + n] = block.getSigned(at + n);
                  inRange[0] &= Math.abs((double) values[from + n]) <= limit;
                }
                if (place != RowLayout.HEAD && from + count == layout.row()) {
                  whole.add(new Whole(place, row[0]));
                  row[0] = new long[layout.row()];
                }
              });
          if (inRange[0]) {
            solve(whole, head, frequent, features, vectors);
          }
        });
    return inRange[0] ? Optional.of(vectors) : Optional.empty();
  }

  /// A row all of whose numbers are there.
  // The array is the caller's own; nobody compares these.
  @SuppressWarnings("ArrayRecordComponent")
  private record Whole(int place, long[] row) {}

  private void solve(
      List<Whole> rows,
      long[] head,
      FrequentItems frequent,
      @Nullable FeatureTerms features,
      DenseMatrix vectors) {
    double[] squares = head.length == 0 ? new double[0] : scales.triangle(head, als.rank());
    ItemSolver solver = new ItemSolver(als, frequent, squares, features);
    RowBlocks.forEach(
        rows.size(),
        1,
        (from, to) -> {
          Whole each = rows.get(from);
          solver.solve(
              each.place(),
              scales.triangle(each.row(), als.rank()),
              scales.right(each.row(), als.rank(), als.targetBound()),
              vectors);
        });
  }
}
