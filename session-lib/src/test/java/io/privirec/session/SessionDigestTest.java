package io.privirec.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Rehearsal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionDigestTest {
  private static final Rehearsal ALGORITHM = new Rehearsal(100, 1, 9, 32, true);

  @Test
  void of_algorithmAndPolicy_isTheHashThatTheProtocolStates() {
    byte[] tag = "privirec/v2/session-terms\0".getBytes(StandardCharsets.US_ASCII);
    byte[] policy = "leave-out-cells".getBytes(StandardCharsets.US_ASCII);
    byte[] all =
        ByteBuffer.allocate(tag.length + 32 + 4 + policy.length)
            .put(tag)
            .put(ALGORITHM.digest().bytes())
            .put(new byte[] {0, 0, 1, 2})
            .put(policy)
            .array();

    assertThat(SessionDigest.of(ALGORITHM, OnMissing.LEAVE_OUT_CELLS, 258))
        .isEqualTo(Digest.of(all));
  }

  @Test
  void of_anotherPolicyOrAlgorithm_isAnother() {
    Rehearsal other = new Rehearsal(100, 1, 8, 32, true);
    assertThat(
            Set.of(
                SessionDigest.of(ALGORITHM, OnMissing.WAIT, 5),
                SessionDigest.of(ALGORITHM, OnMissing.WAIT, 6),
                SessionDigest.of(ALGORITHM, OnMissing.LEAVE_OUT_CELLS, 5),
                SessionDigest.of(other, OnMissing.WAIT, 5)))
        .hasSize(4);
  }
}
