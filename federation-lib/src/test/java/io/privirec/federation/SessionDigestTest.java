package io.privirec.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.privirec.ItemDegrees;
import io.privirec.federation.rehearsal.Rehearsal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionDigestTest {
  private static final Rehearsal ALGORITHM = new Rehearsal(100, 1, 9, 32, true);

  private static final Instant AS_OF = Instant.parse("2026-01-02T03:04:05.678Z");

  @Test
  void of_algorithmAndPolicy_isTheHashThatTheProtocolStates() {
    byte[] tag = "privirec/v3/session-terms\0".getBytes(StandardCharsets.US_ASCII);
    byte[] policy = "leave-out-cells".getBytes(StandardCharsets.US_ASCII);
    byte[] all =
        ByteBuffer.allocate(tag.length + 32 + 4 + 8 + policy.length)
            .put(tag)
            .put(ALGORITHM.algorithm().digest().bytes())
            .put(new byte[] {0, 0, 1, 2})
            // 2026-01-02T03:04:05.678Z
            .put(HexFormat.of().parseHex("0000019b7ca98f2e"))
            .put(policy)
            .array();

    assertThat(SessionDigest.of(ALGORITHM.algorithm(), OnMissing.LEAVE_OUT_CELLS, 258, AS_OF))
        .isEqualTo(Digest.of(all));
  }

  @Test
  void of_anotherPolicyTimeOrAlgorithm_isAnother() {
    Rehearsal other = new Rehearsal(100, 1, 8, 32, true);
    assertThat(
            Set.of(
                SessionDigest.of(ALGORITHM.algorithm(), OnMissing.WAIT, 5, AS_OF),
                SessionDigest.of(ALGORITHM.algorithm(), OnMissing.WAIT, 6, AS_OF),
                SessionDigest.of(ALGORITHM.algorithm(), OnMissing.WAIT, 5, AS_OF.plusMillis(1)),
                SessionDigest.of(ALGORITHM.algorithm(), OnMissing.LEAVE_OUT_CELLS, 5, AS_OF),
                SessionDigest.of(other.algorithm(), OnMissing.WAIT, 5, AS_OF)))
        .hasSize(5);
  }

  @Test
  void of_sumsWithoutNoise_bindsTheWord() {
    ItemDegrees withoutNoise = new ItemDegrees(9);
    byte[] tag = "privirec/v4/session-terms\0noise none\0".getBytes(StandardCharsets.US_ASCII);
    byte[] all =
        ByteBuffer.allocate(tag.length + 32 + 4 + 8 + 4)
            .put(tag)
            .put(withoutNoise.algorithm().digest().bytes())
            .put(new byte[] {0, 0, 0, 5})
            .put(HexFormat.of().parseHex("0000019b7ca98f2e"))
            .put("wait".getBytes(StandardCharsets.US_ASCII))
            .array();

    assertThat(SessionDigest.of(withoutNoise.algorithm(), OnMissing.WAIT, 5, AS_OF))
        .isEqualTo(Digest.of(all));
  }

  @Test
  void of_aTimeBetweenMilliseconds_isRefused() {
    Instant between = AS_OF.plusNanos(1);

    assertThatThrownBy(() -> SessionDigest.of(ALGORITHM.algorithm(), OnMissing.WAIT, 5, between))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("whole milliseconds");
  }
}
