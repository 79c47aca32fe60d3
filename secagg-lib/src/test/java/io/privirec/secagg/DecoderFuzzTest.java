package io.privirec.secagg;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Valid encodings, changed at random: a decoder either refuses with `GeneralSecurityException` or
/// yields a value whose encoding is exactly the bytes it was given, and allocates in proportion to
/// what it was given.
///
/// `-Dtests.fuzz.seed=…` draws other inputs, `-Dtests.fuzz.inputs=…` more of them.
class DecoderFuzzTest {
  private static final long SEED = Long.getLong("tests.fuzz.seed", 1);
  private static final int INPUTS =
      Integer.getInteger("tests.fuzz.inputs", Boolean.getBoolean("tests.long") ? 20_000 : 2_000);

  /// What any input may cost: an exception with its stack, keys derived from seeds (those of ML-KEM
  /// take 100 KB), and the sharing graph of a state.
  private static final long ALLOCATED_BASE = 1 << 20;

  /// Copies on the way: an encoding in an encoding in an encoding, each as bytes and as values.
  private static final long ALLOCATED_PER_BYTE = 64;

  private static final Map<Decoders, List<byte[]>> CORPUS = Decoders.corpus();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @EnumSource
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void decode_mutatedEncodings_refusesOrIsCanonical(Decoders decoder) throws Exception {
    List<byte[]> corpus = CORPUS.get(decoder);
    for (byte[] valid : corpus) {
      assertThat(decoder.decodeAndEncode(valid)).isEqualTo(valid);
    }
    Mutator mutator = new Mutator(new Random(SEED ^ decoder.name().hashCode()), corpus);
    int values = 0;
    long mostAllocated = 0;
    for (int i = 0; i < INPUTS; i++) {
      byte[] input = mutator.next();
      long before = THREADS.getCurrentThreadAllocatedBytes();
      boolean isValue = isValue(decoder, input, i);
      long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
      assertThat(allocated)
          .as(() -> "bytes allocated for " + input(decoder, input))
          .isLessThanOrEqualTo(ALLOCATED_BASE + ALLOCATED_PER_BYTE * input.length);
      mostAllocated = Math.max(mostAllocated, allocated);
      values += isValue ? 1 : 0;
    }
    assertThat(values).as("inputs of %s that decode", decoder).isPositive();
    System.out.printf(
        "decoder fuzz: %s, %d inputs, %d refused, %d canonical values, at most %d KB allocated,"
            + " seed %d%n",
        decoder, INPUTS, INPUTS - values, values, mostAllocated >> 10, SEED);
  }

  private static boolean isValue(Decoders decoder, byte[] input, int number) {
    byte[] encodedAgain;
    try {
      encodedAgain = decoder.decodeAndEncode(input);
    } catch (GeneralSecurityException e) {
      assertThat(e).hasMessageMatching("(?s).+");
      return false;
    } catch (RuntimeException | Error e) {
      throw new AssertionError("input " + number + ", " + input(decoder, input), e);
    }
    assertThat(encodedAgain).as(() -> input(decoder, input)).isEqualTo(input);
    return true;
  }

  private static String input(Decoders decoder, byte[] input) {
    return "%s, seed %d: %s".formatted(decoder, SEED, HexFormat.of().formatHex(input));
  }
}
