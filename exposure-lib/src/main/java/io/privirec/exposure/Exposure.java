package io.privirec.exposure;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.StartBasis;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// The number of a holder's users whose history the decoder reads from sums without noise.
///
/// The figure comes from the holder's data alone, and it is no bound. Rows of a federation contain
/// more users, which makes them harder to read. But other holders and the coordinator decide which
/// items stay, and rows of few items are easier to read. The figure stays at the holder: the client
/// sends it to no coordinator and writes it to no log.
///
/// The figure is the result of a *full decoding of the holder's own sum*. A full decoding runs the
/// decoder without limits of time, memory and users. Its input is what the sums would be if no
/// other holder took part: products of the holder's own P̃ and a start basis for each sum. V counts
/// the holder's users alone. Later bases of a session depend on all holders, so random bases stand
/// for them.
///
/// Before the first sum, the holder cannot know the items that stay in the session. A full decoding
/// therefore runs once for each assumed support m of [#supports]. Each run keeps the items that at
/// least m of the holder's users have. The largest number of histories is the result.
///
/// @param users with interactions
/// @param read users with a whole history that the decoder reads
/// @param equations for each item, of all sums
/// @param method how the figure was found
public record Exposure(int users, int read, int equations, Method method) {
  /// Equations from which on a holder treats all users as read. The numbers of a row are sums from
  /// a known set, and a single equation has 28 bits. So one equation determines a row of a few
  /// short histories, if the attacker knows the other users of the row, or reads them elsewhere.
  public static final int ALL_FROM = 1;

  /// Holders with more users are counted.
  private static final int MOST_DECODED_USERS = 2_500;

  /// Items times equations up to which the decoder runs.
  private static final long MOST_DECODED_NUMBERS = 4_000_000;

  /// Items times columns of a catalogue's start basis.
  private static final long MOST_BASIS_NUMBERS = 20_000_000;

  private static final int SCALE_BITS = 30;

  /// Supports that each measurement assumes, beside the minimum supports of the sums.
  private static final int RAREST_ITEMS = 3;

  /// How a figure was found.
  public enum Method {
    /// A full decoding.
    DECODED,
    /// For large holders, and for decodings that need too much time: the rows that the decoder can
    /// solve were counted, if the assumed items stay. A full decoding solves no other row.
    COUNTED
  }

  /// Checks ranges.
  public Exposure {
    if (read < 0 || read > users) {
      throw new IllegalArgumentException(
          "read must be in [0, users = %s]. Provided: %s".formatted(users, read));
    }
  }

  /// Measures the exposure of a holder's users.
  ///
  /// @param own the holder's data. If the items of the session are known, the caller removes the
  ///   other items and states minSupport 1
  /// @param sums all earlier sums without noise and the planned sums
  /// @param limits bounds of the whole measurement; when the time is over, all remaining users
  ///   count as read
  public static Exposure of(InteractionMatrix own, List<PlannedSum> sums, Limits limits) {
    return Workers.run(limits.threads(), () -> measure(own, sums, limits));
  }

  private static Exposure measure(InteractionMatrix own, List<PlannedSum> sums, Limits limits) {
    long end = System.nanoTime() + limits.time().toNanos();
    int equations =
        (int) Math.min(Integer.MAX_VALUE, sums.stream().mapToLong(PlannedSum::columns).sum());
    int users = 0;
    for (int user = 0; user < own.users(); user++) {
      users += own.rowLength(user) > 0 ? 1 : 0;
    }
    int read = 0;
    Method method = Method.DECODED;
    int[] supports = supports(sums);
    for (int n = 0; n < supports.length; n++) {
      int[] items = items(own, supports[n]);
      if (items.length == 0) {
        continue;
      }
      InteractionMatrix kept = own.items(items);
      InteractionMatrix byItem = kept.transpose();
      if (equations > 0 && read < users) {
        // The last share of the time is left for counting.
        Duration share = Duration.ofNanos((end - System.nanoTime()) / (supports.length - n + 1));
        OptionalInt decoded = decode(kept, byItem, items, own.items(), sums, limits, share);
        if (decoded.isEmpty()) {
          method = Method.COUNTED;
        }
        read =
            Math.max(
                read,
                decoded.orElseGet(
                    () -> RowCount.users(kept, byItem, equations, limits.usersOfRow(), end)));
      }
    }
    return new Exposure(users, read, equations, method);
  }

  /// Returns the assumed supports: numbers of own users that an item may need to stay in a session.
  /// They are 1, 2, 3 and the minimum support of each sum, up to the largest minimum support.
  static int[] supports(List<PlannedSum> sums) {
    int largest = sums.stream().mapToInt(PlannedSum::minSupport).max().orElse(1);
    return IntStream.concat(
            IntStream.rangeClosed(1, RAREST_ITEMS), sums.stream().mapToInt(PlannedSum::minSupport))
        .filter(support -> support <= largest)
        .distinct()
        .toArray();
  }

  private static int[] items(InteractionMatrix own, int minSupport) {
    long[] degrees = own.itemDegrees();
    return IntStream.range(0, degrees.length).filter(n -> degrees[n] >= minSupport).toArray();
  }

  /// Counts the histories of a decoding that ends by itself; empty for a decoding that would be too
  /// large, or that a limit ends.
  ///
  /// @param items of the catalogue that stay
  /// @param catalogue number of items before any item leaves
  private static OptionalInt decode(
      InteractionMatrix kept,
      InteractionMatrix byItem,
      int[] items,
      int catalogue,
      List<PlannedSum> sums,
      Limits limits,
      Duration time) {
    long equations = sums.stream().mapToLong(PlannedSum::columns).sum();
    if (kept.users() > MOST_DECODED_USERS
        || kept.items() * Math.min(equations, kept.items()) > MOST_DECODED_NUMBERS
        || !time.isPositive()) {
      return OptionalInt.empty();
    }
    NodeRows rows = NodeRows.normalised(kept, kept.itemDegrees());
    List<OpenedSum> opened =
        equations >= kept.items()
            ? List.of(gram(rows, kept.items()))
            : sums.stream()
                .filter(sum -> sum.columns() > 0)
                .map(sum -> product(rows, items, catalogue, sum))
                .toList();
    Reconstruction decoded =
        Reconstruction.decode(
            Equations.of(kept.itemDegrees(), opened),
            limits.within(time),
            new OwnRows(kept, byItem));
    return decoded.endedByLimits()
        ? OptionalInt.empty()
        : OptionalInt.of(decoded.histories().size());
  }

  private static OpenedSum gram(NodeRows rows, int items) {
    double[] identity = new double[Math.multiplyExact(items, items)];
    for (int item = 0; item < items; item++) {
      identity[item * items + item] = 1;
    }
    TallMatrix gram = rows.gramTimes(TallMatrix.of(items, items, identity));
    return OpenedSum.Gram.inFloats(gram, SCALE_BITS, 1);
  }

  private static OpenedSum product(NodeRows rows, int[] items, int catalogue, PlannedSum sum) {
    TallMatrix basis = basis(items, catalogue, sum);
    return OpenedSum.Product.inFloats(basis, rows.gramTimes(basis), SCALE_BITS, 1);
  }

  /// The rows of the start basis of the items that stay. A start basis over a very large catalogue
  /// would take too long, so a basis over the items that stay replaces it.
  private static TallMatrix basis(int[] items, int catalogue, PlannedSum sum) {
    int columns = sum.columns();
    if ((long) catalogue * columns > MOST_BASIS_NUMBERS) {
      return TallMatrix.of(StartBasis.expand(sum.seed(), items.length, columns));
    }
    float[] all = StartBasis.expand(sum.seed(), catalogue, columns).data();
    TallMatrix kept = TallMatrix.zeros(items.length, columns);
    for (int n = 0; n < items.length; n++) {
      for (int c = 0; c < columns; c++) {
        kept.data()[n * columns + c] = all[items[n] * columns + c];
      }
    }
    return kept;
  }

  /// Version of the decoder.
  public String decoder() {
    return Reconstruction.DECODER;
  }

  /// Sentences for the person who approves.
  public String text() {
    String subject =
        read == 0
            ? "With %s, of your %s users none by this decoder is read from your data alone."
                .formatted(decoder(), users)
            : "With %s, %s of your %s users are read from your data alone."
                .formatted(decoder(), read, users);
    return subject
        + String.format(
            Locale.ROOT,
            " Other decoders can read more. From %d equation on, treat all users as read. The sums"
                + " have %,d equations for each item. The coordinator and the other holders decide"
                + " which items stay: with fewer items, fewer equations tell a history.",
            ALL_FROM,
            equations);
  }

  /// Hides all figures: they stay out of logs.
  @Override
  public String toString() {
    return "Exposure[hidden]";
  }
}
