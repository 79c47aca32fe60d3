package io.privirec.lab.attack;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.lab.session.UserSplit;
import io.privirec.secagg.ParticipantId;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// A few users of a data set, with the items that at least one of them has: small, sparse data.
///
/// @param data shape [users × items], every item with a user
/// @param participants that users are dealt to
record SparseUsers(InteractionMatrix data, int participants) {
  /// Draws users.
  ///
  /// @param count at most those who have an item
  /// @param seed of who they are
  static SparseUsers of(InteractionMatrix all, int count, int participants, long seed) {
    int[] withItems = IntStream.range(0, all.users()).filter(u -> all.rowLength(u) > 0).toArray();
    List<int[]> shuffled = UserSplit.deal(withItems, 1, seed);
    InteractionMatrix users = all.rows(IntStream.of(shuffled.getFirst()).limit(count).toArray());
    long[] degrees = users.itemDegrees();
    return new SparseUsers(
        users.items(IntStream.range(0, degrees.length).filter(item -> degrees[item] > 0).toArray()),
        participants);
  }

  /// Participants with as many users each as another, give or take one.
  SortedMap<ParticipantId, RatingMatrix> holders() {
    return dealt(IntStream.range(0, data.users()).toArray(), participants);
  }

  /// Participants with one user each, as many as there are participants, and again for the next.
  List<int[]> cohortsOfPersons() {
    return IntStream.range(0, data.users() / participants)
        .mapToObj(c -> IntStream.range(c * participants, (c + 1) * participants).toArray())
        .toList();
  }

  /// One participant for each of these users.
  SortedMap<ParticipantId, RatingMatrix> persons(int[] users) {
    return dealt(users, users.length);
  }

  private SortedMap<ParticipantId, RatingMatrix> dealt(int[] users, int hands) {
    SortedMap<ParticipantId, RatingMatrix> holders = new TreeMap<>();
    for (int hand = 0; hand < hands; hand++) {
      int first = hand;
      int[] own =
          IntStream.iterate(first, at -> at < users.length, at -> at + hands)
              .map(at -> users[at])
              .toArray();
      holders.put(person(own[0]), RatingMatrix.of(data.rows(own)));
    }
    return holders;
  }

  /// The participant whose first user this is.
  static ParticipantId person(int user) {
    return new ParticipantId("holder-%05d".formatted(user + 1));
  }
}
