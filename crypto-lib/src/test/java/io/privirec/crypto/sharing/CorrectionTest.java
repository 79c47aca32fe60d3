package io.privirec.crypto.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.secret.SecretBytes;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CorrectionTest {
  private static final SecretBytes SECRET = SecretBytes.random(32, new SeededRandom(1));

  @Test
  void correct_upToHalfTheSurplusWrong_givesTheSecretAndTheirIndices()
      throws GeneralSecurityException {
    Random random = new Random(2);
    for (int round = 0; round < 150; round++) {
      int shares = 1 + random.nextInt(24);
      int threshold = 1 + random.nextInt(shares);
      Shamir shamir = new Shamir(threshold, shares);
      List<Share> some = new ArrayList<>(shamir.split(SECRET, new SeededRandom(round)));
      Collections.shuffle(some, random);
      some.subList(threshold + random.nextInt(shares - threshold + 1), shares).clear();
      int wrong = random.nextInt((some.size() - threshold) / 2 + 1);
      SortedSet<Integer> liars = new TreeSet<>();
      for (int i = 0; i < wrong; i++) {
        some.set(i, changed(some.get(i), random));
        liars.add(some.get(i).index());
      }
      Collections.shuffle(some, random);
      assertThat(shamir.correct(some)).isEqualTo(new Corrected(SECRET, liars));
    }
  }

  /// Liars whose lies are elsewhere: the bytes are told apart, the liars counted together.
  @Test
  void correct_eachLiarAtAnotherByte_namesAllOrRefuses() throws GeneralSecurityException {
    Shamir shamir = new Shamir(6, 10);
    List<Share> shares = new ArrayList<>(shamir.split(SECRET, new SeededRandom(3)));
    shares.set(2, changedAt(shares.get(2), 31));
    shares.set(7, changedAt(shares.get(7), 0));
    assertThat(shamir.correct(shares))
        .isEqualTo(new Corrected(SECRET, new TreeSet<>(List.of(3, 8))));
    shares.set(5, changedAt(shares.get(5), 15));
    refused(shamir, shares);
  }

  @Test
  void correct_oneMoreWrongThanCanBeBorne_isRefused() {
    Random random = new Random(4);
    for (int surplus = 0; surplus < 8; surplus++) {
      Shamir shamir = new Shamir(5, 5 + surplus);
      List<Share> shares = new ArrayList<>(shamir.split(SECRET, new SeededRandom(surplus)));
      for (int i = 0; i <= surplus / 2; i++) {
        shares.set(i, changed(shares.get(i), random));
      }
      if (surplus > 0) {
        refused(shamir, shares);
      }
    }
  }

  /// Lies that lie on one polynomial of their own.
  @Test
  void correct_liarsThatAgree_areNamedAsLongAsTheyAreFew() throws GeneralSecurityException {
    Shamir shamir = new Shamir(4, 12);
    SecretBytes other = SecretBytes.random(32, new SeededRandom(8));
    List<Share> right = shamir.split(SECRET, new SeededRandom(5));
    List<Share> lies = shamir.split(other, new SeededRandom(6));
    List<Share> mixed = new ArrayList<>(lies.subList(0, 4));
    mixed.addAll(right.subList(4, 12));
    assertThat(shamir.correct(mixed))
        .isEqualTo(new Corrected(SECRET, new TreeSet<>(List.of(1, 2, 3, 4))));
    // What the Javadoc says is not proven: more of them can prevail.
    List<Share> more = new ArrayList<>(lies.subList(0, 8));
    more.addAll(right.subList(8, 12));
    assertThat(shamir.correct(more).secret()).isEqualTo(other);
    List<Share> split = new ArrayList<>(lies.subList(0, 6));
    split.addAll(right.subList(6, 12));
    refused(shamir, split);
  }

  @Test
  void correct_manyShares_namesManyLiars() throws GeneralSecurityException {
    Shamir shamir = new Shamir(130, 254);
    Random random = new Random(7);
    List<Share> shares = new ArrayList<>(shamir.split(SECRET, new SeededRandom(7)));
    SortedSet<Integer> liars = new TreeSet<>();
    for (int i = 0; i < 62; i++) {
      shares.set(4 * i, changed(shares.get(4 * i), random));
      liars.add(4 * i + 1);
    }
    assertThat(shamir.correct(shares)).isEqualTo(new Corrected(SECRET, liars));
  }

  @Test
  void correct_overThePrimeField_namesTheLiars() throws GeneralSecurityException {
    Shamir shamir = new Shamir(12, 300);
    SecretBytes secret = shamir.randomSecret(64, new SeededRandom(9));
    List<Share> shares = new ArrayList<>(shamir.split(secret, new SeededRandom(10)).subList(0, 19));
    shares.set(0, changedAt(shares.get(0), 5));
    shares.set(11, changedAt(shares.get(11), 40));
    byte[] noElement = new byte[64];
    Arrays.fill(noElement, (byte) 0xFF);
    shares.set(3, new Share(4, SecretBytes.copyOf(noElement)));
    assertThat(shamir.correct(shares))
        .isEqualTo(new Corrected(secret, new TreeSet<>(List.of(1, 4, 12))));
  }

  @Test
  void correct_tooFewRepeatedOrUnequalShares_isRefused() {
    Shamir shamir = new Shamir(3, 5);
    List<Share> shares = shamir.split(SECRET, new SeededRandom(11));
    assertThatThrownBy(() -> shamir.correct(shares.subList(0, 2)))
        .isInstanceOf(GeneralSecurityException.class)
        .hasMessageContaining("needs 3 shares");
    assertThatThrownBy(() -> shamir.correct(List.of(shares.get(0), shares.get(0), shares.get(1))))
        .isInstanceOf(GeneralSecurityException.class)
        .hasMessageContaining("repeated");
  }

  private static Share changed(Share share, Random random) {
    byte[] bytes = share.value().expose();
    byte[] noise = new byte[bytes.length];
    random.nextBytes(noise);
    noise[0] |= 1;
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] ^= noise[i];
    }
    return new Share(share.index(), SecretBytes.copyOf(bytes));
  }

  private static Share changedAt(Share share, int position) {
    byte[] bytes = share.value().expose();
    bytes[position] ^= 0x04;
    return new Share(share.index(), SecretBytes.copyOf(bytes));
  }

  private static void refused(Shamir shamir, List<Share> shares) {
    assertThatThrownBy(() -> shamir.correct(shares))
        .isInstanceOf(GeneralSecurityException.class)
        .hasMessage("shares are inconsistent");
  }
}
