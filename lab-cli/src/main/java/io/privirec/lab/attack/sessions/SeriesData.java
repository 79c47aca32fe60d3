package io.privirec.lab.attack.sessions;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.random.CounterRandom;
import io.privirec.lab.session.UserSplit;
import io.privirec.secagg.ParticipantId;
import io.privirec.stage.deployment.Cohort;
import io.privirec.stage.deployment.ImportFile;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// Users of a data set at participants, at two moments: some users have more items later.
final class SeriesData {
  private static final int MOST_NEW_ITEMS = 3;

  private final Dataset dataset;
  private final Federation federation;

  /// Deals the users out.
  ///
  /// @param users rows of the data set with interactions
  /// @param changed part of the users that have more items later, in [0, 1]
  SeriesData(Dataset dataset, int[] users, int participants, double changed, long seed) {
    this.dataset = dataset;
    InteractionMatrix train = dataset.train();
    int[][] before = new int[train.users()][0];
    int[][] after = new int[train.users()][0];
    for (int user : users) {
      TreeSet<Integer> history = new TreeSet<>();
      before[user] = train.row(user);
      Arrays.stream(before[user]).forEach(history::add);
      if (CounterRandom.uniform(seed, user) < changed) {
        int[] other = train.row(users[CounterRandom.below(seed, 2L * user + 1, users.length)]);
        Arrays.stream(other).limit(MOST_NEW_ITEMS).forEach(history::add);
      }
      after[user] = history.stream().mapToInt(Integer::intValue).toArray();
    }
    SortedMap<ParticipantId, int[]> split = new TreeMap<>();
    List<int[]> hands = UserSplit.deal(users, participants, seed);
    for (int p = 0; p < participants; p++) {
      split.put(new ParticipantId(Cohort.participant(p)), UserSplit.byId(dataset, hands.get(p)));
    }
    this.federation =
        new Federation(List.of(matrix(before, train.items()), matrix(after, train.items())), split);
  }

  private static InteractionMatrix matrix(int[][] rows, int items) {
    int[] offsets = new int[rows.length + 1];
    for (int user = 0; user < rows.length; user++) {
      offsets[user + 1] = offsets[user] + rows[user].length;
    }
    return InteractionMatrix.of(
        rows.length, items, offsets, Arrays.stream(rows).flatMapToInt(Arrays::stream).toArray());
  }

  Federation federation() {
    return federation;
  }

  /// Ids of all items, in the order of the catalogue.
  List<String> items() {
    return dataset.itemIds();
  }

  /// The interactions that a participant imports for a snapshot: all interactions, or only new
  /// interactions.
  ///
  /// @return empty if nothing is new
  byte[] imported(ParticipantId participant, int snapshot) {
    ImportFile file = new ImportFile(dataset);
    boolean any = false;
    for (int user : federation.rows(participant)) {
      InteractionMatrix first = federation.snapshots().getFirst();
      int[] fresh =
          snapshot == 0
              ? first.row(user)
              : IntStream.of(federation.snapshots().get(snapshot).row(user))
                  .filter(item -> !first.contains(user, item))
                  .toArray();
      for (int item : fresh) {
        file.add(user, item);
        any = true;
      }
    }
    return any ? file.bytes() : new byte[0];
  }
}
