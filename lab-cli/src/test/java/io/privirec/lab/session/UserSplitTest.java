package io.privirec.lab.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UserSplitTest {
  private static final int[] USERS = IntStream.range(100, 203).toArray();

  @Test
  void deal_anyNumbers_everyUserOnceAndHandsOfEqualSize() {
    for (int participants : new int[] {1, 3, 10, 64, 103}) {
      List<int[]> hands = UserSplit.deal(USERS, participants, 7);
      assertThat(hands).hasSize(participants);
      assertThat(hands.stream().flatMapToInt(Arrays::stream).sorted().toArray()).isEqualTo(USERS);
      assertThat(hands)
          .allSatisfy(hand ->
              assertThat(hand.length).isBetween(103 / participants, 103 / participants + 1));
    }
  }

  @Test
  void deal_sameSeed_sameHands() {
    assertThat(UserSplit.deal(USERS, 10, 1).toArray(int[][]::new))
        .isDeepEqualTo(UserSplit.deal(USERS, 10, 1).toArray(int[][]::new));
    assertThat(UserSplit.deal(USERS, 10, 1).getFirst())
        .isNotEqualTo(UserSplit.deal(USERS, 10, 2).getFirst());
  }
}
