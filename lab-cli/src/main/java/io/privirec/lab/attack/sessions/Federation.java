package io.privirec.lab.attack.sessions;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.secagg.ParticipantId;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Users and the participants that hold them.
///
/// @param snapshots the users' histories at each moment, all of the same shape [users × items]
/// @param users rows that each participant holds, in the order in which it contributes them
record Federation(List<InteractionMatrix> snapshots, SortedMap<ParticipantId, int[]> users) {
  Federation {
    snapshots = List.copyOf(snapshots);
    users = Collections.unmodifiableSortedMap(new TreeMap<>(users));
  }

  int items() {
    return snapshots.getFirst().items();
  }

  int participants() {
    return users.size();
  }

  /// A participant's rows of a snapshot.
  InteractionMatrix held(ParticipantId participant, int snapshot) {
    return snapshots.get(snapshot).rows(rows(participant));
  }

  /// The row of each user that a participant holds.
  int[] rows(ParticipantId participant) {
    int[] rows = users.get(participant);
    if (rows == null) {
      throw new IllegalArgumentException("no participant " + participant);
    }
    return rows.clone();
  }

  /// Returns the participants that collude, from the end of the list.
  List<ParticipantId> colluders(int count) {
    List<ParticipantId> all = List.copyOf(users.keySet());
    return all.subList(all.size() - count, all.size());
  }

  /// Returns the users whose history is the same in all snapshots, ascending.
  int[] unchanged() {
    InteractionMatrix first = snapshots.getFirst();
    return IntStream.range(0, first.users())
        .filter(user ->
            snapshots.stream().allMatch(other -> Arrays.equals(first.row(user), other.row(user))))
        .toArray();
  }
}
