package io.privirec.lab.attack.sessions;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.RingVector;
import io.privirec.exposure.Equations;
import io.privirec.exposure.Limits;
import io.privirec.exposure.OpenedSum;
import io.privirec.exposure.Reconstruction;
import io.privirec.federation.Round;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundKind;
import io.privirec.stage.process.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The decoder on the sums of sessions of `privirec-k` without noise, as the operator has them.
final class ExactReading {
  private final Federation federation;
  private final SortedMap<Integer, Snapshot> snapshots = new TreeMap<>();

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Snapshot(long[] degrees, List<OpenedSum> sums) {
    @Override
    public String toString() {
      return "Snapshot[%d sums]".formatted(sums.size());
    }
  }

  /// Histories that the decoder read of a snapshot.
  ///
  /// @param users with items that stayed in the sessions
  /// @param read users whose items were all read
  /// @param wrong histories that no user has, or more often than users have them
  record Score(int snapshot, int sums, int users, int read, int wrong, boolean endedByLimits) {
    String line() {
      return "snapshot %d, %d sums: %d of %d users read, %d wrong%s"
          .formatted(
              snapshot, sums, read, users, wrong, endedByLimits ? ", ended by the time limit" : "");
    }
  }

  ExactReading(Federation federation) {
    this.federation = federation;
  }

  /// Takes the sums of a session in.
  ///
  /// @param opened all sums, by round
  void add(int snapshot, PriviRecK algorithm, List<long[]> opened) throws IOException {
    List<Round> rounds = algorithm.algorithm().rounds();
    int width = algorithm.factors().width();
    try (RunDirectory work = RunDirectory.temporary()) {
      TallMatrix basis = TallMatrix.of(algorithm.factors().start(algorithm.items()));
      for (Round each : rounds) {
        RoundSpec round = each.spec();
        long[] sum = opened.get(round.index());
        if (round.index() > 0 && sum.length == algorithm.items() * width) {
          Snapshot known = snapshots.get(snapshot);
          if (known == null) {
            throw new IllegalStateException("the first sum has no number of users of each item");
          }
          known.sums.add(product(round, basis, sum));
        }
        each.complete(new Opened(sum, federation.users().keySet()), work.path());
        int next = round.index() + 1;
        if (next < rounds.size()) {
          Path broadcast = work.path().resolve(rounds.get(next).spec().broadcastFile());
          try (SafetensorsReader tensors = SafetensorsReader.open(broadcast)) {
            if (round.index() == 0) {
              long[] degrees = tensors.i64("item_degrees", algorithm.items());
              snapshots.computeIfAbsent(snapshot, _ -> new Snapshot(degrees, new ArrayList<>()));
            } else {
              basis =
                  TallMatrix.of(
                      DenseMatrix.of(
                          algorithm.items(),
                          width,
                          tensors.f32("basis", algorithm.items(), width)));
            }
          }
        }
      }
    }
  }

  private OpenedSum product(RoundSpec round, TallMatrix basis, long[] sum) {
    int bits = round.vector().scaleBits();
    double[] values =
        Arrays.stream(sum)
            .mapToDouble(value -> (float) Math.scalb((double) value, -bits))
            .toArray();
    return OpenedSum.Product.inFloats(
        basis,
        TallMatrix.of(basis.rows(), basis.columns(), values),
        bits,
        federation.participants());
  }

  /// Runs the decoder over all snapshots together.
  ///
  /// @return a score for each snapshot; empty without sessions
  List<Score> read(Limits limits) {
    if (snapshots.isEmpty()) {
      return List.of();
    }
    List<Equations.Snapshot> equations = new ArrayList<>();
    snapshots
        .values()
        .forEach(each -> equations.add(new Equations.Snapshot(each.degrees, each.sums)));
    Reconstruction found = Reconstruction.of(new Equations(equations), limits);
    List<Score> scores = new ArrayList<>();
    for (int snapshot : snapshots.keySet()) {
      scores.add(score(snapshot, scores.size(), found));
    }
    return scores;
  }

  private Score score(int snapshot, int number, Reconstruction found) {
    Snapshot known = Objects.requireNonNull(snapshots.get(snapshot));
    InteractionMatrix supported =
        federation.snapshots().get(snapshot).withSupport(known.degrees, 1);
    Map<List<Integer>, Integer> left = new HashMap<>();
    int users = 0;
    for (int user = 0; user < supported.users(); user++) {
      if (supported.rowLength(user) > 0) {
        users++;
        left.merge(list(supported.row(user)), 1, Integer::sum);
      }
    }
    int read = 0;
    int wrong = 0;
    for (Reconstruction.History history : found.histories()) {
      if (history.snapshots().contains(number)) {
        boolean isRight = left.merge(list(history.items()), -1, Integer::sum) >= 0;
        read += isRight ? 1 : 0;
        wrong += isRight ? 0 : 1;
      }
    }
    return new Score(snapshot, known.sums.size(), users, read, wrong, found.endedByLimits());
  }

  private static List<Integer> list(int[] history) {
    return Arrays.stream(history).boxed().toList();
  }

  /// A sum that was opened.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Opened(long[] values, SortedSet<ParticipantId> survivors) implements Aggregate {
    Opened(long[] values, Set<ParticipantId> survivors) {
      this(values, new TreeSet<>(survivors));
    }

    /// Without noise all kinds of rounds are read in the same way.
    @Override
    public RoundKind kind() {
      return new RoundKind.Closed(new RosterReference(1, Digest.of()), List.of(1));
    }

    @Override
    public long length() {
      return values.length;
    }

    @Override
    public void read(long offset, RingVector out) {
      for (int n = 0; n < out.length(); n++) {
        out.setSigned(n, values[Math.toIntExact(offset) + n]);
      }
    }
  }
}
