package io.privirec.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Rehearsal;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionDigestTest {
  private static final Rehearsal ALGORITHM = new Rehearsal(100, 1, 9, 32);

  @Test
  void of_algorithmAndPolicy_isTheHashThatTheProtocolStates() {
    byte[] tag = "privirec/v1/session-terms\0".getBytes(StandardCharsets.US_ASCII);
    byte[] policy = "strict".getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[tag.length + 32 + policy.length];
    System.arraycopy(tag, 0, all, 0, tag.length);
    System.arraycopy(ALGORITHM.digest().bytes(), 0, all, tag.length, 32);
    System.arraycopy(policy, 0, all, tag.length + 32, policy.length);
    assertThat(SessionDigest.of(ALGORITHM, OnLoss.STRICT)).isEqualTo(Digest.of(all));
  }

  @Test
  void of_anotherPolicyOrAlgorithm_isAnother() {
    assertThat(
            Set.of(
                SessionDigest.of(ALGORITHM, OnLoss.STRICT),
                SessionDigest.of(ALGORITHM, OnLoss.TOLERANT),
                SessionDigest.of(new Rehearsal(100, 1, 8, 32), OnLoss.STRICT)))
        .hasSize(3);
  }
}
