package io.privirec.federation.fedpower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.paillier.Ciphertext;
import io.privirec.crypto.paillier.PaillierPublicKey;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.fedpower.UtilityTerms.Part;
import io.privirec.secagg.ParticipantId;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What participants and the key holder see of selectors and keys in `fedpower-utility`.
class SelectorsTest extends NoiseRounds {
  /// What a node sees.
  @Test
  void selectorsOfZeroAndOne_lookTheSame() {
    assertLooksLike(encryptions(BigInteger.ZERO), encryptions(BigInteger.ONE));
  }

  @Test
  void selectors_areOneZeroAmongOnes_eachHiddenByItsOwnRandomness_andAnyOtherMayBeChosen() {
    PaillierPublicKey key = KEYS.publicKey();
    BigInteger square = key.n().multiply(key.n());
    BigInteger one = key.n().add(BigInteger.ONE);
    Map<ParticipantId, Integer> chosen = new TreeMap<>();
    for (int draw = 0; draw < 90; draw++) {
      Selectors selectors = choose(1);
      List<BigInteger> seen = new ArrayList<>();
      int zeros = 0;
      for (ParticipantId participant : selectors.byParticipant().keySet()) {
        Ciphertext selector = of(selectors, participant);
        BigInteger value = number(selector);
        for (BigInteger other : seen) {
          BigInteger ratio = value.multiply(other.modInverse(square)).mod(square);
          assertThat(ratio).isNotIn(BigInteger.ONE, one, one.modInverse(square));
        }
        seen.add(value);
        if (KEYS.decrypt(selector).signum() == 0) {
          zeros++;
          chosen.merge(participant, 1, Integer::sum);
        }
      }
      assertThat(zeros).isEqualTo(1);
    }
    assertThat(chosen).doesNotContainKey(KEY_HOLDER).hasSize(PARTICIPANTS - 1);
    assertThat(chosen.values()).allMatch(times -> times >= 10);
  }

  /// The key holder can open its own selector alone, and this selector is always 1. The choice
  /// changes only bytes that no key of the key holder opens.
  @Test
  void keyHolder_opensNoSelectorButItsOwn() throws Exception {
    for (int draw = 0; draw < 10; draw++) {
      Selectors selectors = choose(1);
      assertThat(KEYS.decrypt(of(selectors, KEY_HOLDER))).isEqualTo(BigInteger.ONE);
      for (ParticipantId other : cohort().tailSet(NODE)) {
        assertThatThrownBy(() -> selectors.of(other, sealing(KEY_HOLDER), 1, KEYS.publicKey()))
            .hasMessageContaining("was not sealed for this participant");
        assertThat(
                KEYS.publicKey().n().gcd(new BigInteger(1, selectors.byParticipant().get(other))))
            .isEqualTo(BigInteger.ONE);
      }
    }
  }

  /// All that the key holder is sent before the total: an encrypted 1 of its own, whoever is
  /// chosen, and bytes that look like any others.
  @Test
  void keyHoldersView_isThatOfASimulatorThatKnowsNobody() {
    List<BigInteger> ofChosen = new ArrayList<>();
    List<BigInteger> ofOthers = new ArrayList<>();
    for (int draw = 0; draw < 200; draw++) {
      Selectors selectors = choose(1);
      for (ParticipantId other : cohort().tailSet(NODE)) {
        BigInteger sealed = new BigInteger(1, selectors.byParticipant().get(other));
        boolean chosen = KEYS.decrypt(of(selectors, other)).signum() == 0;
        (chosen ? ofChosen : ofOthers).add(sealed);
      }
    }
    List<BigInteger> random =
        IntStream.range(0, 200).mapToObj(_ -> new BigInteger(8 * 796, RANDOM)).toList();
    assertThat(ofChosen).hasSize(200);
    assertLooksLike(ofChosen, random);
    assertLooksLike(ofOthers, random);
    assertLooksLike(
        ofChosen.stream().map(each -> each.shiftRight(4_000)).toList(),
        random.stream().map(each -> each.shiftRight(4_000)).toList());
  }

  /// Of the sum of keys everybody has its place, and nobody sends anything elsewhere.
  @Test
  void keys_standSideBySide() throws Exception {
    long[] sum = new long[Math.toIntExact(NoiseKeys.VECTOR.length())];
    for (ParticipantId participant : cohort()) {
      RoundSpec round = ALGORITHM.terms().round(1, Part.KEYS);
      RingVector own = RingVector.zero(round.vector().ring(), sum.length);
      algorithm
          .contribution(
              new RoundInput(
                  participant,
                  round,
                  null,
                  data(),
                  Optional.empty(),
                  Optional.of(secret(participant)),
                  cohort()))
          .fill(0, own);
      for (int n = 0; n < sum.length; n++) {
        assertThat(sum[n] == 0 || own.getSigned(n) == 0).isTrue();
        sum[n] += own.getSigned(n);
      }
    }
    ByteBuffer expected = ByteBuffer.wrap(keys().bytes());
    assertThat(sum)
        .isEqualTo(
            IntStream.range(0, sum.length)
                .mapToLong(_ -> Integer.toUnsignedLong(expected.getInt()))
                .toArray());
  }

  private static Ciphertext of(Selectors selectors, ParticipantId participant) {
    try {
      return selectors.of(participant, sealing(participant), 1, KEYS.publicKey());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
