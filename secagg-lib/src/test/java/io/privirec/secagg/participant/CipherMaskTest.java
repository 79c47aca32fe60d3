package io.privirec.secagg.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.paillier.Ciphertext;
import io.privirec.crypto.paillier.PaillierEncryptor;
import io.privirec.crypto.paillier.PaillierKeyPair;
import io.privirec.crypto.paillier.PaillierPublicKey;
import io.privirec.crypto.prg.KeyStream;
import io.privirec.crypto.prg.KeyStreamRandom;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.CipherWords;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.VectorSpec;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The masks of a closed round in what ciphertexts hide.
class CipherMaskTest {
  /// Two chunks.
  private static final VectorSpec VECTOR = VectorSpec.ofCiphertexts("test", 3, 2);

  private static final int PARTICIPANTS = 4;
  private static final SecureRandom RANDOM =
      new KeyStreamRandom(new KeyStream(SecretBytes.copyOf(new byte[KeyStream.KEY_BYTES])));
  private static final PaillierKeyPair KEYS = PaillierKeyPair.generate(RANDOM);
  private static final PaillierPublicKey KEY = KEYS.publicKey();
  private static final PaillierEncryptor ENCRYPTOR =
      new PaillierEncryptor(KEY, PaillierEncryptor.FEWEST_BITS);

  private final RecordedRound run =
      RecordedRound.of(TestRound.closed(KeyAgreement.X25519, VECTOR, 4, PARTICIPANTS));

  private InputMasker masker(ParticipantId participant) {
    return run.state(participant, ParticipantState.Masking.class).masker();
  }

  @Test
  void masks_ofEverybody_cancelInEachChunk_andThoseOfFewerHide() throws Exception {
    for (int chunk = 0; chunk < VECTOR.chunks(); chunk++) {
      int count = VECTOR.elementsInChunk(chunk) / CipherWords.IN_CIPHERTEXT;
      List<RingVector> masked = new ArrayList<>();
      for (ParticipantId participant : run.states.keySet()) {
        RingVector values = RingVector.zero(CipherWords.RING, count * CipherWords.IN_CIPHERTEXT);
        for (int index = 0; index < count; index++) {
          BigInteger message = BigInteger.valueOf(-10L * masked.size() + index);
          CipherWords.write(ENCRYPTOR.encrypt(message, RANDOM), values, index);
        }
        masker(participant).mask(KEY, chunk, values);
        masked.add(values);
      }
      for (int index = 0; index < count; index++) {
        assertThat(sum(masked, index))
            .isEqualTo(BigInteger.valueOf(-60L + (long) PARTICIPANTS * index));
        for (int one = 0; one < PARTICIPANTS; one++) {
          // Out of numbers up to n / 2 none is so near to 0.
          List<RingVector> others = new ArrayList<>(masked);
          RingVector alone = others.remove(one);
          assertThat(sum(List.of(alone), index).bitLength()).isGreaterThan(2_900);
          assertThat(sum(others, index).bitLength()).isGreaterThan(2_900);
        }
      }
    }
  }

  private static BigInteger sum(List<RingVector> masked, int index) throws Exception {
    List<Ciphertext> each = new ArrayList<>();
    for (RingVector values : masked) {
      each.add(CipherWords.read(KEY, values, index));
    }
    return KEYS.decrypt(KEY.sum(each));
  }

  @Test
  void ciphertexts_areNotMaskedAsNumbers_norNumbersAsCiphertexts() {
    InputMasker masker = masker(run.round.id(0));
    RingVector zeros = RingVector.zero(CipherWords.RING, VECTOR.elementsInChunk(0));

    assertThatThrownBy(() -> masker.mask(0, zeros)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> masker.mask(KEY, 0, zeros))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a contribution has made no ciphertext");
    assertThatThrownBy(() -> masker.mask(KEY, 1, zeros)).hasMessageContaining("chunk 1");
    RecordedRound ofNumbers = RecordedRound.of(TestRound.closed(4, PARTICIPANTS));
    InputMasker other =
        ofNumbers.state(ofNumbers.round.id(0), ParticipantState.Masking.class).masker();
    RingVector numbers =
        RingVector.zero(
            ofNumbers.round.record().vector().ring(),
            ofNumbers.round.record().vector().elementsInChunk(0));
    assertThatThrownBy(() -> other.mask(KEY, 0, numbers)).isInstanceOf(IllegalStateException.class);
  }
}
