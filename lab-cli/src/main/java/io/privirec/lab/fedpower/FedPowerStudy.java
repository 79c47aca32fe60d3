package io.privirec.lab.fedpower;

import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.TallMatrix;
import io.privirec.lab.fedpower.FedPowerTrial.Noise;
import io.privirec.lab.fedpower.FedPowerTrial.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntConsumer;

/// How far runs of [FedPowerTrial] end from the singular vectors of all rows.
///
/// @param nodes number of them
/// @param rank r
/// @param k the leading columns that are compared, at most r
/// @param localSteps p
/// @param syncs sums
/// @param seeds runs of each setting
public record FedPowerStudy(
    RatedRows rows,
    int nodes,
    int rank,
    int k,
    int localSteps,
    int syncs,
    int seeds,
    Reference turnedTo,
    TallMatrix exact) {

  /// What all runs are compared with is found first.
  public FedPowerStudy(
      RatedRows rows,
      int nodes,
      int rank,
      int k,
      int localSteps,
      int syncs,
      int seeds,
      Reference turnedTo) {
    this(
        rows,
        nodes,
        rank,
        k,
        localSteps,
        syncs,
        seeds,
        turnedTo,
        FedPowerTrial.exact(RatedRows.products(List.of(rows.all())), k));
  }

  /// Of one setting.
  ///
  /// @param distances projection distances after the last sum, one for each seed
  /// @param procrustes distance, mean
  /// @param energy of the rows that lies in the subspace found, over that in the leading one; mean
  /// @param course projection distance after each sum of the first seed
  public record Outcome(
      List<Double> distances, double procrustes, double energy, List<Double> course) {
    public Outcome {
      distances = List.copyOf(distances);
      course = List.copyOf(course);
    }

    /// Of the distances.
    public double mean() {
      return distances.stream().mapToDouble(d -> d).average().orElseThrow();
    }

    /// Of the distances.
    public double largest() {
      return distances.stream().mapToDouble(d -> d).max().orElseThrow();
    }
  }

  /// Runs all seeds.
  ///
  /// @param sigma standard deviation of the noise
  /// @param clip longest norm of a row; empty: of any
  /// @param begun hears of each seed
  public Outcome of(Noise noise, double sigma, OptionalDouble clip, IntConsumer begun) {
    List<Double> distances = new ArrayList<>();
    List<Double> course = new ArrayList<>();
    double procrustes = 0;
    double energy = 0;
    double most = rows.energy(exact);
    for (int seed = 1; seed <= seeds; seed++) {
      begun.accept(seed);
      List<NodeRows> dealt = RatedRows.products(rows.dealt(nodes, seed));
      List<NodeRows> clipped =
          clip.isEmpty()
              ? dealt
              : dealt.stream().map(node -> node.clippedTo(clip.getAsDouble())).toList();
      TallMatrix[] last = new TallMatrix[1];
      boolean first = seed == 1;
      new FedPowerTrial(clipped, rank, localSteps, noise, sigma, turnedTo)
          .run(
              syncs,
              seed,
              basis -> {
                last[0] = basis;
                if (first) {
                  course.add(leading(dealt, basis).distance(exact));
                }
              });
      TallMatrix found = leading(dealt, last[0]);
      distances.add(exact.distance(found));
      procrustes += procrustes(found) / seeds;
      energy += rows.energy(found) / most / seeds;
    }
    return new Outcome(distances, procrustes, energy, course);
  }

  /// The leading Ritz vectors in the span of what was found.
  private TallMatrix leading(List<NodeRows> dealt, TallMatrix basis) {
    return basis.columns() == k ? basis : FedPowerTrial.leading(dealt, basis, k);
  }

  /// ‖Z D − Q‖_F for the nearest rotation D.
  private double procrustes(TallMatrix found) {
    TallMatrix turned = found.times(found.alignedTo(exact), k);
    double squares = 0;
    for (int n = 0; n < turned.data().length; n++) {
      double off = turned.data()[n] - exact.data()[n];
      squares += off * off;
    }
    return Math.sqrt(squares);
  }
}
