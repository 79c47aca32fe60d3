package io.privirec.lab.fedpower;

import io.privirec.filter.matrix.RowBlocks;
import io.privirec.filter.power.LocalPower;
import io.privirec.filter.power.LocalPower.Part;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.RitzPairs;
import io.privirec.filter.power.TallMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// One run of the federated SVD of [FP] in this process, without secure sums: what noise does to
/// the subspace that is found. Noise is drawn in doubles, as in the paper, and protects nobody.
///
/// Y_i = M_iᵀM_i Z / s_i is a node's product, and s_i / s its weight.
///
/// @param nodes M_i
/// @param rank r
/// @param localSteps p
/// @param noise which, and where
/// @param sigma standard deviation σ of the noise on each number of a product
/// @param turnedTo what nodes turn their products to, where p > 1
public record FedPowerTrial(
    List<NodeRows> nodes, int rank, int localSteps, Noise noise, double sigma, Reference turnedTo) {
  private static final int MOST_PASSES = 2_000;
  private static final double STAYS = 1e-11;

  /// Who adds noise, by the paper's numbers of its algorithms.
  public enum Noise {
    /// Nobody.
    NONE,
    /// Algorithm 1: every node σ on its product, and the server σ on the weighted mean.
    NODES_AND_SERVER,
    /// Algorithm 2: of the noise of the nodes, that of one is left.
    ONE_NODE,
    /// Algorithm 3: every node σ at every step.
    EVERY_STEP,
    /// Algorithm 3 with noise that is meant for the sum: every node σ / √n at every step.
    EVERY_STEP_SHARED
  }

  /// What a node's basis is brought near to before it is summed.
  public enum Reference {
    /// The basis that was broadcast last.
    BROADCAST,
    /// The basis of the first node, which is published by that.
    FIRST_NODE
  }

  /// Runs it.
  ///
  /// @param syncs sums
  /// @param seed of start and noise
  /// @param each gets the basis after each sum
  public void run(int syncs, long seed, Consumer<TallMatrix> each) {
    RandomGenerator server = random(seed, -1);
    List<RandomGenerator> own = new ArrayList<>();
    for (int node = 0; node < nodes.size(); node++) {
      own.add(random(seed, node));
    }
    TallMatrix basis = start(server);
    for (int sync = 0; sync < syncs; sync++) {
      TallMatrix sum = sum(basis, own);
      if (noise == Noise.NODES_AND_SERVER) {
        add(sum, sigma, server);
      }
      basis = sum.orthonormal();
      each.accept(basis);
    }
  }

  private TallMatrix start(RandomGenerator random) {
    TallMatrix normals = TallMatrix.zeros(nodes.getFirst().width(), rank);
    add(normals, 1, random);
    return normals.orthonormal();
  }

  private static RandomGenerator random(long seed, int stream) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed * 1_000_003 + stream);
  }

  private static void add(TallMatrix values, double deviation, RandomGenerator random) {
    for (int n = 0; n < values.data().length; n++) {
      values.data()[n] += deviation * random.nextGaussian();
    }
  }

  /// The weighted mean of the nodes' products, in the order of the nodes.
  private TallMatrix sum(TallMatrix broadcast, List<RandomGenerator> random) {
    Part[] parts = new Part[nodes.size()];
    RowBlocks.forEach(
        parts.length,
        1,
        (from, to) -> {
          for (int node = from; node < to; node++) {
            parts[node] = part(node, broadcast, random.get(node));
          }
        });
    TallMatrix reference = turnedTo == Reference.BROADCAST ? broadcast : parts[0].basis();
    TallMatrix sum = TallMatrix.zeros(broadcast.rows(), rank);
    double users = nodes.stream().mapToInt(NodeRows::count).sum();
    for (Part part : parts) {
      // M_iᵀM_i Z / s_i times s_i / s.
      TallMatrix turned = localSteps == 1 ? part.product() : part.turnedTo(reference);
      for (int n = 0; n < sum.data().length; n++) {
        sum.data()[n] += turned.data()[n] / users;
      }
    }
    return sum;
  }

  /// Products here are s_i times those of the paper, and so is noise.
  private Part part(int node, TallMatrix broadcast, RandomGenerator random) {
    double deviation =
        nodes.get(node).count()
            * switch (noise) {
              case NONE -> 0;
              case NODES_AND_SERVER, EVERY_STEP -> sigma;
              case ONE_NODE -> node == 0 ? sigma : 0;
              case EVERY_STEP_SHARED -> sigma / Math.sqrt(nodes.size());
            };
    int[] step = {0};
    return new LocalPower(nodes.get(node), localSteps)
        .part(
            broadcast,
            product -> {
              boolean last = ++step[0] == localSteps;
              if (deviation > 0 && (last || noise != Noise.ONE_NODE)) {
                add(product, deviation, random);
              }
            });
  }

  /// The leading right singular vectors of all rows: a subspace iteration on four times as many
  /// columns, until they stay where they are.
  ///
  /// @param k at most the length of a row
  /// @throws ArithmeticException if they do not
  public static TallMatrix exact(List<NodeRows> nodes, int k) {
    int width = nodes.getFirst().width();
    int columns = Math.min(width, 4 * k);
    TallMatrix basis = TallMatrix.zeros(width, columns);
    add(basis, 1, random(1, 0));
    basis = basis.orthonormal();
    TallMatrix before = basis.first(k);
    for (int pass = 0; pass < MOST_PASSES; pass++) {
      TallMatrix product = gramTimes(nodes, basis);
      basis = product.orthonormal();
      TallMatrix ritz = leading(nodes, basis, k);
      if (before.distance(ritz) <= STAYS) {
        return ritz;
      }
      before = ritz;
    }
    throw new ArithmeticException("singular vectors were not found");
  }

  /// The leading Ritz vectors of all rows in the span of a basis.
  ///
  /// @param k at most its columns
  public static TallMatrix leading(List<NodeRows> nodes, TallMatrix basis, int k) {
    return RitzPairs.of(basis, basis.cross(gramTimes(nodes, basis)), k).vectors();
  }

  private static TallMatrix gramTimes(List<NodeRows> nodes, TallMatrix basis) {
    TallMatrix sum = TallMatrix.zeros(basis.rows(), basis.columns());
    for (NodeRows node : nodes) {
      double[] own = node.gramTimes(basis).data();
      Arrays.setAll(sum.data(), n -> sum.data()[n] + own[n]);
    }
    return sum;
  }
}
