package io.privirec.lab.fedpower;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.TallMatrix;
import io.privirec.lab.session.UserSplit;
import io.privirec.operator.option.InvalidOptionException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// Rows of numbers as the paper [FP] has them: ratings as they are, not centred, and none held out.
///
/// @param all a row for each user
public record RatedRows(RatingMatrix all) {
  /// Of a rating.
  public static final double LARGEST = 5;

  private static final int USERS_OF_INTEGERS = 3000;
  private static final int COLUMNS_OF_INTEGERS = 100;

  /// All ratings of a data set.
  ///
  /// @throws InvalidOptionException if it has none
  public static RatedRows of(Dataset dataset) {
    if (!dataset.trainRatings().hasValues()) {
      throw new InvalidOptionException("--data has no ratings");
    }
    return new RatedRows(together(dataset.trainRatings(), dataset.testRatings()));
  }

  private static RatingMatrix together(RatingMatrix train, RatingMatrix test) {
    InteractionMatrix known = train.pattern();
    InteractionMatrix other = test.pattern();
    int[] offsets = new int[known.users() + 1];
    int[] columns = new int[known.interactions() + other.interactions()];
    float[] values = new float[columns.length];
    int count = 0;
    for (int user = 0; user < known.users(); user++) {
      int n = known.rowStart(user);
      int m = other.rowStart(user);
      while (n < known.rowEnd(user) || m < other.rowEnd(user)) {
        boolean first =
            m == other.rowEnd(user)
                || (n < known.rowEnd(user) && known.column(n) < other.column(m));
        columns[count] = first ? known.column(n) : other.column(m);
        values[count++] = first ? train.value(n++) : test.value(m++);
      }
      offsets[user + 1] = count;
    }
    return RatingMatrix.of(
        InteractionMatrix.of(known.users(), known.items(), offsets, columns), values);
  }

  /// 3,000 rows of 100 integers by chance, uniform in 0 … 5; zeros are not stored.
  public static RatedRows integers() {
    Random random = new Random(1);
    int[] offsets = new int[USERS_OF_INTEGERS + 1];
    int[] columns = new int[USERS_OF_INTEGERS * COLUMNS_OF_INTEGERS];
    float[] values = new float[columns.length];
    int count = 0;
    for (int row = 0; row < USERS_OF_INTEGERS; row++) {
      for (int column = 0; column < COLUMNS_OF_INTEGERS; column++) {
        int value = random.nextInt(6);
        if (value > 0) {
          columns[count] = column;
          values[count++] = value;
        }
      }
      offsets[row + 1] = count;
    }
    return new RatedRows(
        RatingMatrix.of(
            InteractionMatrix.of(
                USERS_OF_INTEGERS, COLUMNS_OF_INTEGERS, offsets, Arrays.copyOf(columns, count)),
            Arrays.copyOf(values, count)));
  }

  /// Length of a row.
  public int width() {
    return all.pattern().items();
  }

  /// Rows dealt out to nodes.
  public List<RatingMatrix> dealt(int nodes, long seed) {
    return UserSplit.deal(IntStream.range(0, all.pattern().users()).toArray(), nodes, seed).stream()
        .map(all::rows)
        .toList();
  }

  /// What nodes multiply with.
  public static List<NodeRows> products(List<RatingMatrix> dealt) {
    return dealt.stream().map(rows -> NodeRows.ratings(rows, LARGEST)).toList();
  }

  /// ‖M Z‖².
  public double energy(TallMatrix basis) {
    TallMatrix product = NodeRows.ratings(all, LARGEST).gramTimes(basis);
    double[] projected = basis.cross(product);
    double trace = 0;
    for (int c = 0; c < basis.columns(); c++) {
      trace += projected[c * basis.columns() + c];
    }
    return trace;
  }
}
