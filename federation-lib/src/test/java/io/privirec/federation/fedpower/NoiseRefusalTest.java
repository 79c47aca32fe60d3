package io.privirec.federation.fedpower;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.paillier.PaillierEncryptor;
import io.privirec.crypto.paillier.PaillierKeyPair;
import io.privirec.crypto.paillier.PaillierPublicKey;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.fedpower.UtilityTerms.Part;
import io.privirec.secagg.ParticipantId;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which broken keys, selectors and totals of `fedpower-utility` are refused, by whom.
class NoiseRefusalTest extends NoiseRounds {
  @ParameterizedTest
  @ValueSource(strings = {"zero", "modulus", "square", "non-unit"})
  void selector_thatIsNoCiphertext_isRefusedByName(String kind) throws Exception {
    PaillierPublicKey key = KEYS.publicKey();
    BigInteger p = new BigInteger(1, Arrays.copyOf(KEYS.encode().expose(), 192));
    BigInteger value =
        switch (kind) {
          case "zero" -> BigInteger.ZERO;
          case "modulus" -> key.n();
          case "square" -> key.n().multiply(key.n());
          default -> p.multiply(BigInteger.TEN);
        };
    new Selectors(counts(), key.encode(), selectors(encoded(value))).write(file(Part.ANSWERS));

    assertThatThrownBy(() -> answer(NODE))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessageContaining("a ciphertext must");
  }

  /// As long as a ciphertext, whether it is one or not.
  private static byte[] encoded(BigInteger value) {
    byte[] bytes = value.toByteArray();
    byte[] encoded = new byte[PaillierPublicKey.CIPHERTEXT_BYTES];
    int length = Math.min(bytes.length, encoded.length);
    System.arraycopy(bytes, bytes.length - length, encoded, encoded.length - length, length);
    return encoded;
  }

  @Test
  void key_thatIsNotTheKeyHoldersOwn_isRefusedByIt() throws Exception {
    PaillierPublicKey other = PaillierKeyPair.generate(RANDOM).publicKey();
    byte[] selector =
        new PaillierEncryptor(other, EXPONENT_BITS).encrypt(BigInteger.ONE, RANDOM).encode();
    new Selectors(counts(), other.encode(), selectors(selector)).write(file(Part.ANSWERS));

    assertThatThrownBy(() -> inspect(input(KEY_HOLDER, Part.ANSWERS)))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessage("the broadcast has another key than the key holder's");
    assertThatThrownBy(() -> answer(KEY_HOLDER)).hasMessageContaining("another key");
  }

  @Test
  void key_withoutItsProof_andListsWithoutTheParticipant_areRefused() throws Exception {
    byte[] unproven = KEYS.publicKey().encode();
    unproven[unproven.length - 1] ^= 1;
    new Selectors(counts(), unproven, selectors(one())).write(file(Part.ANSWERS));
    assertThatThrownBy(() -> answer(NODE))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessageContaining("is not proven");

    SortedMap<ParticipantId, byte[]> fewer = selectors(one());
    fewer.remove(NODE);
    new Selectors(counts(), KEYS.publicKey().encode(), fewer).write(file(Part.ANSWERS));
    assertThatThrownBy(() -> answer(NODE))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessage("the broadcast has no selector for this participant");
  }

  /// Its multiple by k has the symbol (−1)^k, which no other factor of an answer changes.
  @Test
  void selector_thatWouldTellParities_isRefused() throws Exception {
    PaillierPublicKey key = KEYS.publicKey();
    BigInteger p = new BigInteger(1, Arrays.copyOf(KEYS.encode().expose(), 192));
    BigInteger odd = BigInteger.TWO;
    while (odd.modPow(p.shiftRight(1), p).equals(BigInteger.ONE)
        == odd.modPow(key.n().divide(p).shiftRight(1), key.n().divide(p)).equals(BigInteger.ONE)) {
      odd = odd.add(BigInteger.ONE);
    }
    BigInteger selector = odd.modPow(key.n(), key.n().multiply(key.n()));
    new Selectors(counts(), key.encode(), selectors(encoded(selector))).write(file(Part.ANSWERS));

    assertThatThrownBy(() -> answer(NODE))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessageContaining("Jacobi symbol");
  }

  @Test
  void total_thatIsNoSumOfNoise_isRefusedByTheKeyHolder() throws Exception {
    int slots = ALGORITHM.terms().slots().slots();
    long[] overflowing = new long[ALGORITHM.terms().length()];
    overflowing[7] = (1L << 39) - 1;
    long[] beyond = new long[ALGORITHM.terms().plaintexts() * slots];
    beyond[beyond.length - 1] = 1;
    long[] ofOneMore = new long[ALGORITHM.terms().length()];
    ofOneMore[3] =
        (long)
            Math.scalb(
                ALGORITHM.terms().largestNoise() * (PARTICIPANTS + .01),
                ALGORITHM.terms().scaleBits());
    for (long[] numbers : List.of(overflowing, beyond, ofOneMore)) {
      new NoiseTotal(encrypted(numbers)).write(file(Part.TOTAL));
      assertThatThrownBy(() -> algorithm.contribution(input(KEY_HOLDER, Part.TOTAL)))
          .isInstanceOf(ContributionRefusedException.class)
          .hasMessage("what was encrypted is no sum of everybody's noise");
    }
  }

  /// A selector of another participant, or of another synchronisation, is none.
  @Test
  void selectors_thatAreSwappedOrReplayed_areRefused() throws Exception {
    SortedMap<ParticipantId, byte[]> swapped = selectors(one());
    byte[] own = swapped.put(NODE, swapped.get(KEY_HOLDER));
    swapped.put(KEY_HOLDER, own);
    for (SortedMap<ParticipantId, byte[]> wrong : List.of(swapped, selectors(one(), 2))) {
      new Selectors(counts(), KEYS.publicKey().encode(), wrong).write(file(Part.ANSWERS));
      assertThatThrownBy(() -> answer(NODE))
          .isInstanceOf(ContributionRefusedException.class)
          .hasMessage("the selector was not sealed for this participant and synchronisation");
    }
  }
}
