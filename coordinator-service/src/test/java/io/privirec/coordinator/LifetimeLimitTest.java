package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.wire.CoordinatorLedgerView;
import io.privirec.wire.CoordinatorLedgerView.Account;
import io.privirec.wire.ReleaseClaimView;
import io.privirec.wire.SessionPlan;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The ledger of a coordinator whose clock passes the end of a period. Each participant may spend
/// epsilon 1.2 in a year, in one session, and epsilon 1.3 for life.
class LifetimeLimitTest {
  private static final Duration THREE_YEARS = Duration.ofDays(3 * 365);

  private final AtomicReference<Duration> passed = new AtomicReference<>(Duration.ZERO);
  private final InstantSource clock = () -> Instant.now().plus(passed.get());

  private static SessionRequest request(TestCohort cohort, double epsilon) {
    return NoisyCohort.request(cohort, NoisyCohort.privacy(epsilon, "closed"));
  }

  private static SessionRequest withoutEpsilon(TestCohort cohort) {
    return new SessionRequest(
        ItemDegreesParameters.ALGORITHM, null, null, cohort.names(), null, TestCohort.patient(1));
  }

  private static Account account(RunningCoordinator coordinator) {
    List<Account> accounts =
        coordinator.api().adminGet("/v1/privacy/ledger").as(CoordinatorLedgerView.class).accounts();
    assertThat(accounts).hasSize(1);
    return accounts.getFirst();
  }

  private static ReleaseClaimView claim(RunningCoordinator coordinator, String release) {
    return coordinator.api().get("/v1/releases/" + release + "/claim").as(ReleaseClaimView.class);
  }

  private static double plannedByDefault(TestCohort cohort) {
    return cohort
        .coordinator()
        .api()
        .adminPost("/v1/sessions:plan", withoutEpsilon(cohort))
        .as(SessionPlan.class)
        .privacy()
        .epsilon();
  }

  private static SessionView publish(TestCohort cohort, double epsilon) {
    SessionView done =
        cohort.runToEnd(NoisyCohort.start(cohort, NoisyCohort.privacy(epsilon, "closed")).id());
    assertThat(done.status()).as("%s", done.failure()).isEqualTo(Status.PUBLISHED);
    return done;
  }

  @Test
  void epsilon_afterThreeYears_isSpentForLifeAlone_andStillLimitsSessions(@TempDir Path data) {
    try (RunningCoordinator coordinator =
        RunningCoordinator.startAt(
            clock,
            data,
            "--privirec.coordinator.privacy.max-epsilon=1.2",
            "--privirec.coordinator.privacy.max-epsilon-lifetime=1.3",
            "--privirec.coordinator.privacy.sessions-per-period=1")) {
      TestCohort cohort = TestCohort.ofOneCell(coordinator, "old", 4);
      cohort.participants().forEach(participant -> participant.readsTime(clock));
      assertThat(plannedByDefault(cohort)).isBetween(1.1, 1.2);
      SessionView first = publish(cohort, 1);
      TestWait.until("the rest is returned", () -> account(coordinator).epsilon() <= 1);
      Account before = account(coordinator);
      assertThat(before.epsilon()).isBetween(.95, 1.);
      assertThat(before.epsilonLifetime()).isEqualTo(before.epsilon());

      passed.set(THREE_YEARS);

      Account after = account(coordinator);
      assertThat(after.releases()).isZero();
      assertThat(after.epsilon()).isZero();
      assertThat(after.epsilonLifetime()).isEqualTo(before.epsilonLifetime());
      ReleaseClaimView claim = claim(coordinator, first.releaseId());
      assertThat(claim.holds()).isTrue();
      assertThat(claim.epsilonLifetime()).isEqualTo(before.epsilonLifetime());
      for (String path : List.of("/v1/sessions", "/v1/sessions:plan")) {
        Api.Answer refused = coordinator.api().adminPost(path, request(cohort, 1));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.problem()).isEqualTo("privacy-budget-exceeded");
        assertThat(refused.text())
            .contains("of 1.3 are spent or reserved since the ledger began")
            .doesNotContain("in the period");
      }
      assertThat(account(coordinator)).isEqualTo(after);
      assertThat(plannedByDefault(cohort)).as("the rest for life").isBetween(.6, .9);

      publish(cohort, .3);

      TestWait.until("the rest is returned", () -> account(coordinator).epsilon() <= .3);
      Account last = account(coordinator);
      assertThat(last.releases()).isEqualTo(1);
      assertThat(last.epsilonLifetime()).isBetween(before.epsilonLifetime() + .01, 1.3);
    }
  }
}
