package io.privirec.exposure;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.StartBasis;
import java.util.List;
import java.util.stream.IntStream;

/// The number of a holder's users whose history the decoder reads from sums without noise.
///
/// The figure comes from the holder's data alone. Rows of a federation contain more users, so the
/// sums of a federation are harder to read. The figure stays at the holder: the client sends it to
/// no coordinator and writes it to no log.
///
/// @param users with interactions
/// @param read users with a whole history that the decoder reads
/// @param equations for each item, of all sums
/// @param allFrom equations from which on the holder treats all users as read
/// @param method how the figure was found
public record Exposure(int users, int read, int equations, int allFrom, Method method) {
  /// Holders with more users are counted.
  private static final int MOST_DECODED_USERS = 2_500;

  /// Items times equations up to which the decoder runs.
  private static final long MOST_DECODED_NUMBERS = 4_000_000;

  private static final int SCALE_BITS = 30;

  /// Numbers of own users from which on items may stay in a session: 1 to this, and minSupport.
  private static final int RAREST_ITEMS = 3;

  /// How a figure was found.
  public enum Method {
    /// The decoder ran on the sums of the holder's data.
    DECODED,
    /// The rows that the decoder can solve were counted. The decoder solves no other row.
    COUNTED
  }

  /// Checks ranges.
  public Exposure {
    if (read < 0 || read > users) {
      throw new IllegalArgumentException(
          "read must be in [0, users = %d]. Provided: %d".formatted(users, read));
    }
  }

  /// Measures the exposure of a holder's users.
  ///
  /// @param own the holder's data. If V is known, the caller removes the items that left the
  ///   session and states minSupport 1; the figure is then that of a full decoding
  /// @param sums all earlier sums without noise and the planned ones
  /// @param limits bounds of the time; when the time is over, all remaining users count as read
  /// @param seed of the basis of the equations
  public static Exposure of(
      InteractionMatrix own, List<PlannedSum> sums, Limits limits, long seed) {
    long deadline = System.nanoTime() + limits.time().toNanos();
    int equations =
        (int) Math.min(Integer.MAX_VALUE, sums.stream().mapToLong(PlannedSum::columns).sum());
    int users = 0;
    for (int user = 0; user < own.users(); user++) {
      users += own.rowLength(user) > 0 ? 1 : 0;
    }
    int read = 0;
    Method method = Method.DECODED;
    int allFrom = Math.max(1, users);
    int[] supports =
        IntStream.concat(
                IntStream.rangeClosed(1, RAREST_ITEMS),
                sums.stream().mapToInt(PlannedSum::minSupport))
            .filter(support -> support <= largestSupport(sums))
            .distinct()
            .toArray();
    for (int minSupport : supports) {
      // Before the first sum the items that the federation keeps are unknown.
      InteractionMatrix kept = compact(own.withSupport(minSupport));
      if (kept.interactions() == 0) {
        continue;
      }
      InteractionMatrix byItem = kept.transpose();
      allFrom = Math.min(allFrom, allFrom(kept, byItem, limits, deadline));
      if (equations == 0) {
        continue;
      }
      int found = -1;
      if (kept.users() <= MOST_DECODED_USERS
          && (long) kept.items() * Math.min(equations, kept.items()) <= MOST_DECODED_NUMBERS) {
        Reconstruction decoded = decode(kept, equations, limits, seed);
        found = decoded.endedByLimits() ? -1 : decoded.histories().size();
      }
      if (found < 0) {
        method = Method.COUNTED;
        found = RowCount.users(kept, byItem, equations, limits.usersOfRow(), deadline);
      }
      read = Math.max(read, found);
    }
    return new Exposure(users, read, equations, allFrom, method);
  }

  private static int largestSupport(List<PlannedSum> sums) {
    return sums.stream().mapToInt(PlannedSum::minSupport).max().orElse(1);
  }

  private static InteractionMatrix compact(InteractionMatrix data) {
    long[] degrees = data.itemDegrees();
    return data.items(IntStream.range(0, degrees.length).filter(n -> degrees[n] > 0).toArray());
  }

  private static Reconstruction decode(
      InteractionMatrix kept, int equations, Limits limits, long seed) {
    long[] degrees = kept.itemDegrees();
    NodeRows rows = NodeRows.normalised(kept, degrees);
    OpenedSum sum;
    if (equations >= kept.items()) {
      double[] identity = new double[Math.multiplyExact(kept.items(), kept.items())];
      for (int item = 0; item < kept.items(); item++) {
        identity[item * kept.items() + item] = 1;
      }
      TallMatrix gram = rows.gramTimes(TallMatrix.of(kept.items(), kept.items(), identity));
      sum = OpenedSum.Gram.inFloats(gram, SCALE_BITS, 1);
    } else {
      DenseMatrix basis = StartBasis.expand(seed, kept.items(), equations);
      TallMatrix product = rows.gramTimes(TallMatrix.of(basis));
      sum = OpenedSum.Product.inFloats(TallMatrix.of(basis), product, SCALE_BITS, 1);
    }
    return Reconstruction.of(Equations.of(degrees, List.of(sum)), limits);
  }

  /// Fewest equations with which all users count as read.
  private static int allFrom(
      InteractionMatrix kept, InteractionMatrix byItem, Limits limits, long deadline) {
    int most = Math.max(1, Math.min(kept.users(), kept.items()));
    if (kept.users() > MOST_DECODED_USERS) {
      return most;
    }
    int all = RowCount.users(kept, byItem, most, limits.usersOfRow(), deadline);
    int low = 0;
    while (most - low > 1) {
      int middle = (low + most) >>> 1;
      if (RowCount.users(kept, byItem, middle, limits.usersOfRow(), deadline) >= all) {
        most = middle;
      } else {
        low = middle;
      }
    }
    return most;
  }

  /// Version of the decoder.
  public String decoder() {
    return Reconstruction.DECODER;
  }

  /// A sentence for the person who approves.
  public String text() {
    String subject =
        read == 0
            ? "With %s, of your %d users none by this decoder is read from your data alone."
                .formatted(decoder(), users)
            : "With %s, %d of your %d users are read from your data alone."
                .formatted(decoder(), read, users);
    return subject
        + " Other decoders can read more. From %d equations on, treat all users as read."
            .formatted(allFrom);
  }
}
