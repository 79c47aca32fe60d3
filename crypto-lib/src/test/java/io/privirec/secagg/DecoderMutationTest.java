package io.privirec.secagg;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantStateCodec;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Valid encodings, changed at random: a decoder either refuses with `GeneralSecurityException` or
/// yields a value whose encoding is exactly the bytes it was given.
class DecoderMutationTest {
  private static final int MUTATIONS = 400;

  private final RecordedRound run = RecordedRound.ofFive(5);
  private final Random random = new Random(6);

  private interface Decoder {
    byte[] decodeAndEncode(byte[] encoded) throws GeneralSecurityException;
  }

  @Test
  void decode_mutatedRecords_refusesOrIsCanonical() {
    check(run.round.record().encode(), bytes -> RoundRecord.decode(bytes).encode());
    check(run.round.signed().encode(), bytes -> SignedRoundRecord.decode(bytes).encode());
  }

  @Test
  void decode_mutatedMessages_refusesOrIsCanonical() {
    ParticipantId id = run.round.id(0);
    for (Phase phase : run.messages.keySet()) {
      ParticipantMessage message = run.messages.get(phase).get(id);
      check(message.encode(), bytes -> ParticipantMessage.decode(bytes).encode());
      check(
          new CoordinatorEvent.Received(id, message).encode(),
          bytes -> CoordinatorEvent.decode(bytes).encode());
      run.opening
          .get(phase)
          .messageFor(id)
          .ifPresent(
              told -> check(told.encode(), bytes -> CoordinatorMessage.decode(bytes).encode()));
    }
  }

  @Test
  void decode_mutatedStates_refusesOrIsCanonical() {
    for (ParticipantState state : run.states.get(run.round.id(0))) {
      check(
          ParticipantStateCodec.encode(state).expose(),
          bytes ->
              ParticipantStateCodec.encode(ParticipantStateCodec.decode(SecretBytes.copyOf(bytes)))
                  .expose());
    }
  }

  private void check(byte[] valid, Decoder decoder) {
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] mutated = mutate(valid);
      byte[] encodedAgain;
      try {
        encodedAgain = decoder.decodeAndEncode(mutated);
      } catch (GeneralSecurityException e) {
        assertThat(e).hasMessageMatching("(?s).+");
        continue;
      }
      assertThat(encodedAgain).isEqualTo(mutated);
    }
  }

  private byte[] mutate(byte[] valid) {
    byte[] mutated = valid.clone();
    switch (random.nextInt(5)) {
      case 0 -> mutated[random.nextInt(mutated.length)] ^= (byte) (1 << random.nextInt(8));
      case 1 -> mutated[random.nextInt(Math.min(60, mutated.length))] = (byte) random.nextInt();
      case 2 -> mutated = Arrays.copyOf(mutated, random.nextInt(mutated.length + 8));
      case 3 -> {
        int from = random.nextInt(mutated.length);
        int to = Math.min(mutated.length, from + 1 + random.nextInt(8));
        Arrays.fill(mutated, from, to, (byte) (random.nextBoolean() ? 0xFF : 0));
      }
      default -> {
        int at = random.nextInt(mutated.length);
        System.arraycopy(valid, at, mutated, random.nextInt(at + 1), mutated.length - at);
      }
    }
    return mutated;
  }
}
