package io.privirec.federation.fedpower;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.fedpower.UtilityTerms.Part;
import io.privirec.federation.local.PlainSum;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What is sent in sessions of `fedpower-utility`, changed at random: a participant refuses it or
/// contributes, and the coordinator goes on or ends the session by name.
///
/// `-Dtests.fuzz.seed=…` draws other inputs, `-Dtests.fuzz.inputs=…` more of them.
class NoiseFuzzTest extends NoiseRounds {
  private static final long SEED = Long.getLong("tests.fuzz.seed", 4);
  private static final int INPUTS =
      Integer.getInteger("tests.fuzz.inputs", Boolean.getBoolean("tests.long") ? 1_000 : 100);

  /// Of a file; numbers follow.
  private static final int HEADER_BYTES = 600;

  private final Random random = new Random(SEED);

  private interface Contributing {
    void contribute() throws IOException;
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void selectors_changed_areRefusedOrAnswered() throws Exception {
    new Selectors(counts(), KEYS.publicKey().encode(), selectors(one())).write(file(Part.ANSWERS));

    assertThat(refused(Part.ANSWERS, () -> answer(NODE))).isGreaterThan(INPUTS / 2);
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void totals_changed_areRefusedOrDecrypted() throws Exception {
    new NoiseTotal(encrypted(new long[ALGORITHM.terms().length()])).write(file(Part.TOTAL));

    assertThat(refused(Part.TOTAL, () -> algorithm.contribution(input(KEY_HOLDER, Part.TOTAL))))
        .isGreaterThan(INPUTS * 3 / 4);
  }

  /// How many changes of a broadcast were refused; those that cut it short are.
  private int refused(Part part, Contributing contributing) throws IOException {
    byte[] whole = Files.readAllBytes(file(part));
    int refused = 0;
    for (int input = 0; input < INPUTS; input++) {
      boolean cut = input % 2 == 0;
      byte[] broken = Arrays.copyOf(whole, cut ? random.nextInt(whole.length) : whole.length);
      int within = input % 4 == 1 ? Math.min(HEADER_BYTES, whole.length) : whole.length;
      for (int flips = 0; flips < 3 && !cut; flips++) {
        broken[random.nextInt(within)] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(file(part), broken);
      boolean isRefused = false;
      try {
        contributing.contribute();
      } catch (ContributionRefusedException because) {
        assertThat(because).hasMessageMatching("(?s).+");
        isRefused = true;
      }
      assertThat(isRefused || !cut).as("input %d, seed %d", input, SEED).isTrue();
      refused += isRefused ? 1 : 0;
    }
    return refused;
  }

  /// Of the sum of keys: whatever else than the key holder's is there, is named.
  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void keys_changed_endTheSessionByName_orAreThoseOfParticipants() throws Exception {
    counts().write(file(Part.PRODUCT));
    RoundSpec round = ALGORITHM.terms().round(1, Part.KEYS);
    ByteBuffer valid = ByteBuffer.wrap(keys().bytes());
    long[] numbers = new long[valid.capacity() / Integer.BYTES];
    Arrays.setAll(numbers, _ -> Integer.toUnsignedLong(valid.getInt()));
    int ofPublicKey = KEYS.publicKey().encode().length / Integer.BYTES;
    for (int input = 0; input < INPUTS / 4; input++) {
      long[] changed = numbers.clone();
      boolean isKeyChanged = input % 2 == 0;
      int at = random.nextInt(isKeyChanged ? ofPublicKey : changed.length - ofPublicKey);
      changed[isKeyChanged ? at : ofPublicKey + at] += random.nextInt() | 1;
      Files.deleteIfExists(file(Part.ANSWERS));

      PlanStep step = ALGORITHM.algorithm().complete(round.index(), sum(round, changed), work);

      if (isKeyChanged) {
        assertThat(step)
            .isInstanceOfSatisfying(
                PlanStep.Fail.class,
                failed -> assertThat(failed.code()).isEqualTo("noise-key-invalid"));
      } else {
        assertThat(step).isInstanceOf(PlanStep.NextRound.class);
      }
    }
  }

  private static PlainSum sum(RoundSpec round, long[] numbers) {
    SortedMap<ParticipantId, Contribution> sent = new TreeMap<>();
    cohort()
        .forEach(id ->
            sent.put(
                id,
                (offset, out) -> {
                  for (int i = 0; i < out.length(); i++) {
                    out.setReduced(i, id.equals(NODE) ? numbers[Math.toIntExact(offset) + i] : 0);
                  }
                }));
    return new PlainSum(round, sent);
  }
}
