package io.privirec.lab.session;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.random.CounterRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Who holds whose data: users dealt out to participants in a seeded random order, so that every
/// participant holds as many users as any other, give or take one.
public final class UserSplit {
  private UserSplit() {}

  /// Deals users out.
  ///
  /// @return the users of each participant
  public static List<int[]> deal(int[] users, int participants, long seed) {
    int[] shuffled = users.clone();
    for (int i = shuffled.length - 1; i > 0; i--) {
      int j = CounterRandom.below(seed, i, i + 1);
      int swapped = shuffled[i];
      shuffled[i] = shuffled[j];
      shuffled[j] = swapped;
    }
    List<int[]> hands = new ArrayList<>();
    for (int participant = 0; participant < participants; participant++) {
      int[] hand = new int[(shuffled.length - participant + participants - 1) / participants];
      for (int i = 0; i < hand.length; i++) {
        hand[i] = shuffled[participant + i * participants];
      }
      hands.add(hand);
    }
    return hands;
  }

  /// Users in the order of their ids, as a client-service orders the rows that it contributes. A
  /// sum of floats depends on it in its last bits.
  public static int[] byId(Dataset dataset, int[] users) {
    return Arrays.stream(users)
        .boxed()
        .sorted(Comparator.comparing(dataset.userIds()::get))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
