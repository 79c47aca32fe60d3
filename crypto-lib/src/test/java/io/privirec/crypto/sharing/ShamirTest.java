package io.privirec.crypto.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.Hex;
import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.secret.SecretBytes;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShamirTest {
  private static final SecretBytes SECRET = SecretBytes.random(32, new SeededRandom(1));

  @Test
  void reconstruct_anyThresholdOrMoreShares_givesTheSecret() throws GeneralSecurityException {
    Random random = new Random(2);
    for (int round = 0; round < 60; round++) {
      int shares = 1 + random.nextInt(64);
      int threshold = 1 + random.nextInt(shares);
      Shamir shamir = new Shamir(threshold, shares);
      List<Share> all = new ArrayList<>(shamir.split(SECRET, new SeededRandom(round)));
      Collections.shuffle(all, random);
      int some = threshold + random.nextInt(shares - threshold + 1);
      assertThat(shamir.reconstruct(all.subList(0, some))).isEqualTo(SECRET);
    }
  }

  @Test
  void reconstruct_allOf255Shares_givesTheSecret() throws GeneralSecurityException {
    List<Share> all = new Shamir(128, 255).split(SECRET, new SeededRandom(3));
    assertThat(new Shamir(128, 255).reconstruct(all)).isEqualTo(SECRET);
  }

  @Test
  void split_indices_startAtOne() {
    assertThat(new Shamir(2, 5).split(SECRET, new SeededRandom(4)))
        .extracting(Share::index)
        .containsExactly(1, 2, 3, 4, 5);
  }

  @Test
  void split_sameSecretTwice_givesOtherShares() {
    Shamir shamir = new Shamir(2, 3);
    List<Share> once = shamir.split(SECRET, new SeededRandom(12));
    List<Share> again = shamir.split(SECRET, new SeededRandom(13));
    for (int i = 0; i < 3; i++) {
      assertThat(once.get(i)).isNotEqualTo(again.get(i));
      assertThat(once.get(i).value()).isNotEqualTo(SECRET);
    }
  }

  @Test
  void constructor_mostShares_areAccepted() {
    assertThat(new Shamir(65_535, 65_535).shares()).isEqualTo(Share.MAX_INDEX);
    assertThat(new Share(65_535, SECRET).index()).isEqualTo(Share.MAX_INDEX);
  }

  /// With one share below the threshold every secret is possible: the missing share can be
  /// completed to give any byte.
  @Test
  void reconstruct_oneShareReplaced_reachesEverySecretByte() throws GeneralSecurityException {
    List<Share> all = new Shamir(3, 3).split(Hex.secret("2a"), new SeededRandom(5));
    List<SecretBytes> reached = new ArrayList<>();
    for (int guess = 0; guess < 256; guess++) {
      Share guessed = new Share(3, SecretBytes.copyOf(new byte[] {(byte) guess}));
      reached.add(new Shamir(3, 3).reconstruct(List.of(all.get(0), all.get(1), guessed)));
    }
    assertThat(reached).doesNotHaveDuplicates().hasSize(256);
  }

  @Test
  void reconstruct_ofTwoSums_isTheSumOfTheSecrets() throws GeneralSecurityException {
    SecretBytes other = SecretBytes.random(32, new SeededRandom(6));
    List<Share> a = new Shamir(3, 5).split(SECRET, new SeededRandom(7));
    List<Share> b = new Shamir(3, 5).split(other, new SeededRandom(8));
    List<Share> sums = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      sums.add(new Share(i + 1, xor(a.get(i).value(), b.get(i).value())));
    }
    assertThat(new Shamir(3, 5).reconstruct(sums)).isEqualTo(xor(SECRET, other));
  }

  /// The line f(x) = 0x21 + 0x07·x over GF(2^8), by hand: f(1) = 26, f(2) = 2f, f(3) = 28.
  @Test
  void reconstruct_handMadeLine_givesItsConstant() throws GeneralSecurityException {
    List<Share> shares =
        List.of(
            new Share(1, Hex.secret("26")),
            new Share(2, Hex.secret("2f")),
            new Share(3, Hex.secret("28")));
    assertThat(new Shamir(2, 3).reconstruct(shares)).isEqualTo(Hex.secret("21"));
  }

  @Test
  void reconstruct_extraShareOffThePolynomial_refuses() {
    List<Share> all = new ArrayList<>(new Shamir(3, 5).split(SECRET, new SeededRandom(9)));
    byte[] wrong = all.get(4).value().expose();
    wrong[31] ^= 1;
    all.set(4, new Share(5, SecretBytes.copyOf(wrong)));
    assertThatThrownBy(() -> new Shamir(3, 5).reconstruct(all))
        .isInstanceOf(GeneralSecurityException.class)
        .hasMessage("shares are inconsistent");
  }

  @Test
  void reconstruct_tooFewRepeatedUnequalOrUnknownShares_refuses() {
    List<Share> all = new Shamir(3, 5).split(SECRET, new SeededRandom(10));
    Share shorter = new Share(3, Hex.secret("00"));
    List<List<Share>> wrong =
        List.of(
            List.of(),
            all.subList(0, 2),
            List.of(all.get(0), all.get(1), all.get(0)),
            List.of(all.get(0), all.get(1), shorter),
            List.of(all.get(0), all.get(1), new Share(6, SECRET)));
    for (List<Share> shares : wrong) {
      assertThatThrownBy(() -> new Shamir(3, 5).reconstruct(shares))
          .isInstanceOf(GeneralSecurityException.class);
    }
  }

  @Test
  void share_indexOutOfRange_refuses() {
    for (int index : new int[] {-1, 0, 65_536}) {
      assertThatThrownBy(() -> new Share(index, SECRET))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void constructor_countsOutOfRange_refuses() {
    for (int[] counts : new int[][] {{0, 5}, {6, 5}, {1, 0}, {2, 65_536}}) {
      assertThatThrownBy(() -> new Shamir(counts[0], counts[1]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static SecretBytes xor(SecretBytes a, SecretBytes b) {
    byte[] sum = a.expose();
    byte[] other = b.expose();
    for (int i = 0; i < sum.length; i++) {
      sum[i] ^= other[i];
    }
    return SecretBytes.copyOf(sum);
  }
}
