package io.privirec.secagg.participant;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import java.security.SecureRandom;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenedUnseenTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final List<CohortMember> MEMBERS =
      IntStream.range(0, 1000)
          .mapToObj(i ->
              new CohortMember(
                  new ParticipantId("p%05d".formatted(i)),
                  IdentityKeyPair.generate(RANDOM).publicKey()))
          .toList();

  @ParameterizedTest
  @CsvSource({
    // from, to of the second cohort; the first is [0, 10): six answers, four left out
    "0, 10, true",
    "0, 9, true",
    "0, 8, false",
    "0, 11, true",
    "0, 14, false",
    "2, 12, false",
    "10, 20, false",
  })
  void allows_secondCohort_whereTheOthersDoNotReachItsThreshold(int from, int to, boolean allowed) {
    assertThat(OpenedUnseen.of(round(0, 10)).allows(round(from, to))).isEqualTo(allowed);
  }

  /// Brute force over who answered the first round and who is corrupt: where it is allowed, nobody
  /// opens the second with participants that know nothing of the first.
  @Test
  void allows_everySizeOfACompleteGraph_leavesTooFewThatWereNotAsked() {
    for (int n = 3; n <= 64; n++) {
      OpenedUnseen first = OpenedUnseen.of(round(0, n));
      assertThat(first.allows(round(0, n))).as("the same cohort of %d", n).isTrue();
      for (int size = Math.max(3, n - 12); size <= n; size++) {
        RoundRecord second = round(0, size);
        int counts = first.answers();
        // The fewest of the second's cohort that answered the first, the corrupt among them.
        int asked = Math.max(0, counts - (n - size));
        int unaware = Math.min(size, size - asked + second.thresholds().corrupt());
        if (first.allows(second)) {
          assertThat(unaware).as("%d of %d", size, n).isLessThan(second.thresholds().threshold());
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"65", "200", "1000"})
  void allows_identicalCohortOnARandomGraph_isAllowed(int cohort) {
    assertThat(OpenedUnseen.of(round(0, cohort)).allows(round(0, cohort))).isTrue();
  }

  private static RoundRecord round(int from, int to) {
    List<CohortMember> cohort = MEMBERS.subList(from, to);
    return new RoundRecord(
        RoundId.random(RANDOM),
        "session",
        0,
        1,
        cohort,
        Thresholds.of(ThreatModel.SEMI_MALICIOUS, cohort.size()),
        KeyAgreement.X25519,
        new VectorSpec("v", 10, 10, Ring.BITS_32, 0, new Capacity.PerParticipant(10)),
        Digest.of(),
        Digest.of(),
        Digest.of());
  }
}
