package io.privirec.lab.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.wire.RehearsalParameters;
import io.privirec.wire.SessionRequest;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SessionRequestsTest {
  private static final int PARTICIPANTS = 8;

  private static List<SessionRequest> drawn(int sessions) {
    SessionRequests requests = new SessionRequests(new SplittableRandom(7));
    return Stream.generate(requests::next).limit(sessions).toList();
  }

  private static boolean isWindowed(RehearsalParameters rehearsal) {
    long bytes =
        Objects.requireNonNull(rehearsal.elements())
            * Objects.requireNonNull(rehearsal.ringBits())
            / Byte.SIZE;
    return bytes * (PARTICIPANTS + 1) > SessionRequests.stagingBudget(PARTICIPANTS);
  }

  @Test
  void next_manySessions_oneInSixIsStrict() {
    assertThat(drawn(1200).stream().filter(SessionRequestsTest::isStrict).count())
        .isBetween(150L, 250L);
  }

  @Test
  void next_aCampaignOfSessions_everyOtherRehearsalIsWindowed() {
    List<Boolean> windowed =
        drawn(52).stream()
            .map(SessionRequest::parameters)
            .filter(RehearsalParameters.class::isInstance)
            .map(RehearsalParameters.class::cast)
            .map(SessionRequestsTest::isWindowed)
            .toList();
    assertThat(windowed).hasSizeGreaterThan(4);
    for (int i = 0; i < windowed.size(); i++) {
      assertThat(windowed.get(i)).as("rehearsal " + i).isEqualTo(i % 2 == 0);
    }
  }

  private static boolean isStrict(SessionRequest request) {
    return "strict".equals(Objects.requireNonNull(request.policy()).onLoss());
  }
}
