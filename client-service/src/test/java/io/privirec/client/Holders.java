package io.privirec.client;

import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Contribution;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Made-up data of some participants, and what their sums must be.
public final class Holders {
  private final int items;
  private final SortedMap<String, SortedMap<String, TreeSet<Integer>>> data = new TreeMap<>();

  /// @param users users of each participant
  public Holders(int items, int users, long seed, String... participants) {
    this.items = items;
    Random random = new Random(seed);
    for (String participant : participants) {
      SortedMap<String, TreeSet<Integer>> rows = new TreeMap<>();
      for (int user = 0; user < users; user++) {
        TreeSet<Integer> row = new TreeSet<>();
        while (row.size() < 5) {
          row.add((int) (items * random.nextDouble() * random.nextDouble()));
        }
        rows.put(participant + "/user-" + user, row);
      }
      data.put(participant, rows);
    }
  }

  public String csv(String participant) {
    StringBuilder lines = new StringBuilder("user,item\n");
    data.get(participant)
        .forEach((user, row) ->
            row.forEach(item -> lines.append(user).append(",i").append(item).append('\n')));
    return lines.toString();
  }

  public void add(String participant, String user, int item) {
    data.get(participant).computeIfAbsent(user, id -> new TreeSet<>()).add(item);
  }

  /// Leaves a participant without users.
  public void clear(String participant) {
    data.get(participant).clear();
  }

  boolean hasUsers(String participant) {
    return !data.get(participant).isEmpty();
  }

  public Set<Integer> history(String participant, String user) {
    return data.get(participant).get(user);
  }

  InteractionMatrix matrix(String participant) {
    List<Integer> columns = new ArrayList<>();
    List<Integer> offsets = new ArrayList<>(List.of(0));
    for (TreeSet<Integer> row : data.get(participant).values()) {
      columns.addAll(row);
      offsets.add(columns.size());
    }
    return InteractionMatrix.of(
        offsets.size() - 1,
        items,
        offsets.stream().mapToInt(Integer::intValue).toArray(),
        columns.stream().mapToInt(Integer::intValue).toArray());
  }

  /// Whether an opened sum is exactly that of everybody's contributions.
  public boolean isSumOfAll(Aggregate sum, Algorithm algorithm, int index, @Nullable Path broadcast)
      throws IOException {
    RoundSpec round = algorithm.specs().get(index);
    int length = Math.toIntExact(round.vector().length());
    long[] expected = new long[length];
    RingVector vector = RingVector.zero(round.vector().ring(), length);
    for (String participant : data.keySet()) {
      Contribution contribution =
          algorithm.contribution(
              new RoundInput(
                  new ParticipantId(participant),
                  round,
                  broadcast,
                  RatingMatrix.of(matrix(participant))));
      contribution.fill(0, vector);
      for (int i = 0; i < length; i++) {
        expected[i] += vector.getSigned(i);
      }
    }
    sum.read(0, vector);
    for (int i = 0; i < length; i++) {
      if (vector.getSigned(i) != expected[i]) {
        return false;
      }
    }
    return true;
  }
}
