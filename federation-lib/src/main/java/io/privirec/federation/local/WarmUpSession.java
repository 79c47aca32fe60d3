package io.privirec.federation.local;

import io.privirec.federation.Algorithm;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.random.CounterRandom;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.SortedMap;
import java.util.TreeMap;

/// A small session of PriviRec-k over made-up histories, whose result is thrown away: what
/// multiplies, masks, sums and folds is compiled by it, so that the first real session is as fast
/// as the second. Until C2 has them, the vector kernels box every vector and are more than twenty
/// times slower.
///
/// Takes 2 to 3 s of processor time in a new process, less than 24 MiB of heap and 5 MiB of disk.
/// Keys are drawn anew and belong to nobody.
public final class WarmUpSession {
  private static final int PARTICIPANTS = 3;
  private static final int USERS = 700;
  private static final int DEGREE = 20;
  private static final long SEED = 1;

  /// Eight blocks of rows of a folded filter, so that most of its code is reached.
  private static final int ITEMS = 2048;

  /// Far below the number of users, or else the session would be refused.
  private static final int RANK = 64;

  private static final int ITERATIONS = 2;
  private static final double GAMMA = .3;
  private static final int TOP_N = 200;

  private WarmUpSession() {}

  /// Runs the session on all cores.
  ///
  /// @param directory exists, and is empty; what is written there is the caller's to delete
  public static void run(Path directory) throws IOException {
    Algorithm algorithm =
        new PriviRecK(ITEMS, RANK, ITERATIONS, GAMMA, SEED, RANK, TOP_N).algorithm();
    new InProcessSession(algorithm, histories(), (round, chunks) -> {})
        .run(directory)
        .failure()
        .ifPresent(failure -> {
          throw new IllegalStateException("the session to warm up failed: " + failure);
        });
    algorithm.publication().write(directory, Files.createDirectory(directory.resolve("release")));
  }

  private static SortedMap<ParticipantId, RatingMatrix> histories() {
    SortedMap<ParticipantId, RatingMatrix> histories = new TreeMap<>();
    for (int holder = 1; holder <= PARTICIPANTS; holder++) {
      long key = CounterRandom.at(SEED, holder);
      int[] offsets = new int[USERS + 1];
      int[] columns = new int[USERS * DEGREE];
      for (int user = 0; user < USERS; user++) {
        int[] items = items(CounterRandom.at(key, user));
        System.arraycopy(items, 0, columns, user * DEGREE, DEGREE);
        offsets[user + 1] = offsets[user] + DEGREE;
      }
      histories.put(
          new ParticipantId("made-up-" + holder),
          RatingMatrix.of(InteractionMatrix.of(USERS, ITEMS, offsets, columns)));
    }
    return histories;
  }

  private static int[] items(long key) {
    BitSet items = new BitSet(ITEMS);
    for (long position = 0; items.cardinality() < DEGREE; position++) {
      items.set(CounterRandom.below(key, position, ITEMS));
    }
    return items.stream().toArray();
  }
}
