package io.privirec.federation.als;

import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.federation.Contribution;
import io.privirec.federation.FileDraft;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Round;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SumBlocks;
import io.privirec.filter.factor.RatingTotals;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/// The first sum: how many users rated each item, then the number of users that rated any, and last
/// the ratings' sum, from which their mean follows.
record RatingRound(AlsTerms terms) {
  /// Ratings in steps of 2⁻¹⁶: halves and tenths of stars are exact or nearly so.
  private static final int SCALE_BITS = 16;

  /// Of one participant's sum of ratings, and so of its counts.
  private static final double MOST = 0x1p36;

  RoundSpec spec() {
    return new RoundSpec.ClosedSum(
        0,
        "item-ratings",
        VectorSpec.of(
            "item-ratings",
            terms.items() + 2L,
            new Ring(64),
            SCALE_BITS,
            new Capacity.PerParticipant(MOST)),
        0,
        1);
  }

  /// The round itself.
  ///
  /// @param next round
  Round round(RoundSpec next) {
    return new Round(
        spec(),
        input -> contribution(input.dataOver(terms.items())),
        (sum, workDirectory) -> complete(sum, workDirectory, next));
  }

  /// A participant without ratings contributes zeros, and a sum beyond the bound is wrapped: a
  /// refusal would tell the coordinator of this participant's data.
  private Contribution contribution(RatingMatrix data) {
    int items = terms.items();
    RatingTotals own = terms.totals(data);
    return (offset, out) -> {
      for (int i = 0; i < out.length(); i++) {
        long element = offset + i;
        double value =
            element < items
                ? own.raters()[(int) element]
                : element == items ? own.users() : own.sum();
        out.setReduced(i, (long) Math.rint(Math.scalb(value, SCALE_BITS)));
      }
    };
  }

  private PlanStep complete(Aggregate sum, Path workDirectory, RoundSpec next) throws IOException {
    RatingTotals totals = read(sum);
    if (!totals.isPossible(terms.objective())) {
      return new PlanStep.Fail(
          "sum-out-of-range", "raters outside [0, users], or a mean outside the range of ratings");
    }
    if (Arrays.stream(totals.raters()).noneMatch(raters -> raters >= terms.minSupport())) {
      return new PlanStep.Fail(
          "too-few-items", "no item has %s users, minSupport".formatted(terms.minSupport()));
    }
    FileDraft.write(
        workDirectory.resolve(ItemDegreesFile.NAME),
        file -> ItemDegreesFile.write(file, totals.raters()));
    AlsBroadcast.write(workDirectory.resolve(next.broadcastFile()), totals, null);
    return new PlanStep.NextRound(next);
  }

  /// The totals of everybody.
  private RatingTotals read(Aggregate sum) throws IOException {
    int items = terms.items();
    double[] sums = new double[items + 2];
    SumBlocks.forEach(
        spec(),
        sum,
        (offset, block) -> {
          for (int i = 0; i < block.length(); i++) {
            sums[Math.toIntExact(offset) + i] =
                Math.scalb((double) block.getSigned(i), -SCALE_BITS);
          }
        });
    long[] raters = Arrays.stream(sums, 0, items).mapToLong(Math::round).toArray();
    return new RatingTotals(raters, Math.round(sums[items]), sums[items + 1]);
  }
}
