package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.federation.Rehearsal;
import io.privirec.wire.SessionPlan;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import org.junit.jupiter.api.Test;

/// Sessions without anybody's data.
class RehearsalTest {
  private static final Rehearsal ALGORITHM = new Rehearsal(3000, 2, 11, 24, false);
  private final RunningCoordinator coordinator = RunningCoordinator.shared();

  @Test
  void rehearsal_oneLostOnTheWay_completesWithoutARelease() {
    TestCohort cohort = cohort("rehearse");
    TestParticipant lost = cohort.participants().get(3);
    lost.isSilentOn(work -> work.roundIndex() == 1 && work.phase().equals("MASKED_INPUT"));

    SessionView done = cohort.runToEnd(cohort.start(request(cohort)).id());

    assertThat(done.status()).isEqualTo(Status.COMPLETED);
    assertThat(done.releaseId()).isNull();
    assertThat(done.catalogueVersion()).isZero();
    assertThat(done.survivors()).hasSize(9).doesNotContain(lost.name());
    assertThat(done.stages()).containsKeys("step rehearsal-1", "step rehearsal-2");
    assertThat(coordinator.api().adminPost("/v1/sessions/" + done.id() + ":cancel", "").problem())
        .isEqualTo("session-over");
  }

  @Test
  void rehearsal_oneContributesSomethingElse_failsAndSaysSo() {
    TestCohort cohort = cohort("fumble");
    cohort
        .participants()
        .getFirst()
        .contributes((_, _, _, out) -> out.setSigned(out.length() - 1, 1));

    SessionView done = cohort.runToEnd(cohort.start(request(cohort)).id());

    assertThat(done.status()).isEqualTo(Status.FAILED);
    assertThat(done.failure().code()).isEqualTo("rehearsal-sum-wrong");
  }

  @Test
  void plan_ofARehearsal_needsItsLengthAndNoCatalogue() {
    Api api = coordinator.api();
    TestCohort cohort = cohort("ponder");

    SessionPlan plan = api.adminPost("/v1/sessions:plan", request(cohort)).as(SessionPlan.class);

    assertThat(plan.items()).isZero();
    assertThat(plan.bytesUpPerParticipant()).isEqualTo(2 * 3 * 3000);
    assertThat(api.adminPost("/v1/sessions:plan", "{\"algorithm\":\"rehearsal\"}").text())
        .contains("/parameters/elements");
    assertThat(
            api.adminPost(
                    "/v1/sessions:plan",
                    "{\"algorithm\":\"rehearsal\",\"parameters\":{\"elements\":2147483649}}")
                .problem())
        .isEqualTo("invalid-value");
    assertThat(
            api.adminPost(
                    "/v1/sessions:plan",
                    "{\"algorithm\":\"rehearsal\",\"parameters\":{\"elements\":9,\"k\":4}}")
                .problem())
        .isIn("malformed-request", "invalid-value");
    assertThat(
            api.adminPost(
                    "/v1/sessions:plan",
                    "{\"algorithm\":\"rehearsal\",\"parameters\":"
                        + "{\"elements\":2147483648,\"ringBits\":64}}")
                .problem())
        .isEqualTo("staging-budget-exceeded");
  }

  private TestCohort cohort(String prefix) {
    return TestCohort.rehearsing(coordinator, prefix, 10, ALGORITHM);
  }

  private static SessionRequest request(TestCohort cohort) {
    return cohort.rehearsal(ALGORITHM, 1);
  }
}
