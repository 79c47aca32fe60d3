package io.privirec.acceptance.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.run.Sessions;
import io.privirec.secagg.Phase;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MomentTest {
  private static SessionView session(Status status, String phase, String... stages) {
    return Sessions.view(
        status,
        null,
        Arrays.stream(stages).collect(Collectors.toMap(stage -> stage, _ -> 1.0)),
        Sessions.round(0, 1, phase));
  }

  @Test
  void of_everyPhaseOfTheProtocol_isKnown() {
    for (Phase phase : Phase.values()) {
      assertThat(Moment.of(session(Status.RUNNING, phase.name())))
          .hasValueSatisfying(moment -> assertThat(moment.name()).isEqualTo(phase.name()));
    }
  }

  @Test
  void of_whatFollowsTheProtocol_isToldApart() {
    assertThat(Moment.of(session(Status.RUNNING, "SUMMING"))).contains(Moment.SUMMING);
    assertThat(Moment.of(session(Status.RUNNING, "DONE"))).contains(Moment.STEPPING);
    assertThat(Moment.of(session(Status.PUBLISHING, "DONE"))).contains(Moment.FOLDING);
    assertThat(Moment.of(session(Status.PUBLISHING, "DONE", "fold"))).contains(Moment.PUBLISHING);
  }

  @Test
  void of_betweenAttemptsOrOver_isNothing() {
    assertThat(Moment.of(session(Status.RUNNING, "FAILED"))).isEmpty();
    assertThat(Moment.of(session(Status.PUBLISHED, "DONE", "fold"))).isEmpty();
    assertThat(Moment.of(session(Status.FAILED, "UNMASK"))).isEmpty();
  }
}
