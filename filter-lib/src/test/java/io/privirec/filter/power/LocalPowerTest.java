package io.privirec.filter.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.matrix.SymmetricEigen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LocalPowerTest {
  private static final int ITEMS = 30;
  private static final int NODES = 4;
  private static final int RANK = 4;

  /// Users of a node, each with a third of the items.
  private static RatingMatrix ratings(int seed, int users) {
    Random random = new Random(seed);
    int[] offsets = new int[users + 1];
    int[] columns = new int[users * ITEMS];
    float[] values = new float[columns.length];
    int count = 0;
    for (int user = 0; user < users; user++) {
      for (int item = 0; item < ITEMS; item++) {
        if (random.nextInt(3) == 0) {
          columns[count] = item;
          values[count++] = 1 + random.nextInt(5);
        }
      }
      offsets[user + 1] = count;
    }
    InteractionMatrix pattern =
        InteractionMatrix.of(users, ITEMS, offsets, Arrays.copyOf(columns, count));
    return RatingMatrix.of(pattern, Arrays.copyOf(values, count));
  }

  private static List<NodeRows> nodes() {
    return IntStream.range(0, NODES)
        .mapToObj(node -> NodeRows.ratings(ratings(node, 40 + node), 5))
        .toList();
  }

  private static double[] identity(int n) {
    double[] identity = new double[n * n];
    for (int i = 0; i < n; i++) {
      identity[i * n + i] = 1;
    }
    return identity;
  }

  private static TallMatrix random(int seed, int rows, int columns) {
    Random random = new Random(seed);
    double[] data = new double[rows * columns];
    Arrays.setAll(data, n -> random.nextGaussian());
    return TallMatrix.of(rows, columns, data);
  }

  private static TallMatrix sum(List<TallMatrix> parts) {
    TallMatrix sum = TallMatrix.zeros(parts.getFirst().rows(), parts.getFirst().columns());
    parts.forEach(part -> {
      for (int n = 0; n < sum.data().length; n++) {
        sum.data()[n] += part.data()[n];
      }
    });
    return sum;
  }

  /// MᵀM of all nodes, by its columns.
  private static double[] gram(List<NodeRows> nodes) {
    TallMatrix identity = TallMatrix.of(ITEMS, ITEMS, identity(ITEMS));
    return sum(nodes.stream().map(node -> node.gramTimes(identity)).toList()).data();
  }

  @Test
  void gramTimes_isTheProductOfTheRows() {
    RatingMatrix rows = ratings(1, 20);
    TallMatrix basis = random(2, ITEMS, RANK);

    TallMatrix product = NodeRows.ratings(rows, 3).gramTimes(basis);

    double[][] dense = new double[20][ITEMS];
    for (int user = 0; user < 20; user++) {
      for (int n = rows.pattern().rowStart(user); n < rows.pattern().rowEnd(user); n++) {
        dense[user][rows.pattern().column(n)] = Math.min(3, rows.value(n));
      }
    }
    for (int item = 0; item < ITEMS; item++) {
      for (int c = 0; c < RANK; c++) {
        double expected = 0;
        for (double[] row : dense) {
          for (int other = 0; other < ITEMS; other++) {
            expected += row[item] * row[other] * basis.data()[other * RANK + c];
          }
        }
        assertThat(product.data()[item * RANK + c]).isCloseTo(expected, within(1e-9));
      }
    }
  }

  @Test
  void powerOfOneLocalStep_findsTheEigenvectorsOfAllRows() {
    List<NodeRows> nodes = nodes();
    TallMatrix basis = random(5, ITEMS, RANK + 4).orthonormal();
    for (int round = 0; round < 400; round++) {
      TallMatrix broadcast = basis;
      basis =
          sum(nodes.stream().map(node -> new LocalPower(node, 1).from(broadcast)).toList())
              .orthonormal();
    }
    TallMatrix last = basis;
    TallMatrix product = sum(nodes.stream().map(node -> node.gramTimes(last)).toList());

    RitzPairs found = RitzPairs.of(basis, basis.cross(product), RANK);

    SymmetricEigen exact = SymmetricEigen.of(gram(nodes), ITEMS);
    TallMatrix vectors = TallMatrix.of(ITEMS, ITEMS, exact.vectors()).first(RANK);
    assertThat(found.vectors().distance(vectors)).isLessThan(1e-7);
    for (int n = 0; n < RANK; n++) {
      assertThat(found.values()[n]).isCloseTo(exact.values()[n], within(1e-8));
    }
  }

  /// With more local steps nodes go their own ways, and are brought back: what they find is near,
  /// and turned to what was broadcast.
  @Test
  void powerOfMoreLocalSteps_isTurnedToTheBroadcast() {
    List<NodeRows> nodes = nodes();
    TallMatrix broadcast = random(6, ITEMS, RANK).orthonormal();
    for (NodeRows node : nodes) {
      LocalPower.Part part = new LocalPower(node, 3).part(broadcast, product -> {});
      double[] turn = part.basis().alignedTo(broadcast);
      assertThat(TallMatrix.of(RANK, RANK, turn).cross(TallMatrix.of(RANK, RANK, turn)))
          .containsExactly(identity(RANK), within(1e-10));
      // A turn is nearest when what is left of it is symmetric and has no negative eigenvalue.
      double[] rest =
          TallMatrix.of(RANK, RANK, turn)
              .cross(TallMatrix.of(RANK, RANK, part.basis().cross(broadcast)));
      for (int i = 0; i < RANK; i++) {
        for (int j = 0; j < i; j++) {
          assertThat(rest[i * RANK + j]).isCloseTo(rest[j * RANK + i], within(1e-9));
        }
      }
      assertThat(SymmetricEigen.of(rest, RANK).values()[RANK - 1]).isGreaterThan(-1e-9);
    }
  }

  @Test
  void noise_isAddedToEveryProduct() {
    List<TallMatrix> seen = new ArrayList<>();
    new LocalPower(nodes().getFirst(), 3).part(random(7, ITEMS, RANK).orthonormal(), seen::add);

    assertThat(seen).hasSize(3);
    assertThatThrownBy(() -> new LocalPower(nodes().getFirst(), 0))
        .hasMessageContaining("steps must be at least 1");
  }

  @Test
  void distance_isTheRootOfTheSquaredSines() {
    TallMatrix axes = TallMatrix.of(ITEMS, ITEMS, identity(ITEMS)).first(2);
    double angle = 1e-7;
    TallMatrix turned = TallMatrix.zeros(ITEMS, 2);
    turned.data()[0] = 1;
    turned.data()[3] = Math.cos(angle);
    turned.data()[5] = Math.sin(angle);

    assertThat(axes.distance(turned)).isCloseTo(angle, within(1e-15));
    assertThat(axes.distance(axes)).isZero();
  }

  /// A node of fewer users than columns loses directions; some take their place.
  @Test
  void nodeOfFewRows_staysOrthonormal() {
    LocalPower.Part part =
        new LocalPower(NodeRows.ratings(ratings(9, 2), 5), 2)
            .part(random(8, ITEMS, RANK).orthonormal(), product -> {});

    assertThat(part.basis().cross(part.basis())).containsExactly(identity(RANK), within(1e-10));
  }
}
