package io.privirec.federation.ddppm;

import io.privirec.federation.peers.Mixing;
import java.util.Arrays;
import java.util.stream.IntStream;

/// How well one peer can tell whether a row of another one is in the data: the worst row of all, in
/// one component. **For these data, and for what the peer drew: no ε of a mechanism.** Other data,
/// or other draws, have other numbers, and to compute them takes everybody's rows.
public record RowAccount(
    PeerRows rows, Mixing mixing, PowerSettings settings, PeerView view, int who) {
  /// The largest δ of any row.
  ///
  /// @param deltas for each ε
  /// @param worst the row that has it, for each ε
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Result(double[] deltas, int[] worst) {}

  /// Looks at every row of the others.
  ///
  /// @param own what the peer drew, see [PeerView#of]
  /// @param epsilons for which a δ is wanted
  public Result of(double[][] own, double... epsilons) {
    Normal with = view.of(rows, mixing, settings, who, own);
    double[][] each =
        IntStream.range(0, rows.rows())
            .parallel()
            .mapToObj(row ->
                row >= rows.first(who) && row < rows.first(who + 1)
                    ? new double[epsilons.length]
                    : deltas(row, with, own, epsilons))
            .toArray(double[][]::new);
    double[] deltas = new double[epsilons.length];
    int[] worst = new int[epsilons.length];
    for (int row = 0; row < each.length; row++) {
      for (int e = 0; e < deltas.length; e++) {
        if (each[row][e] > deltas[e]) {
          deltas[e] = each[row][e];
          worst[e] = row;
        }
      }
    }
    return new Result(deltas, worst);
  }

  private double[] deltas(int row, Normal with, double[][] own, double[] epsilons) {
    NormalPair pair = NormalPair.of(with, view.of(rows.without(row), mixing, settings, who, own));
    return Arrays.stream(epsilons).map(pair::delta).toArray();
  }
}
