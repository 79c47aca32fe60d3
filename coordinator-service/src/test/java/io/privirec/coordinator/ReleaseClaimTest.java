package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.wire.Protection;
import io.privirec.wire.ReleaseClaimView;
import io.privirec.wire.SessionPlan;
import io.privirec.wire.SessionPlan.PrivacyPlan;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The claim status of releases, as anonymous readers get it.
class ReleaseClaimTest {
  private static final PrivacyParameters ONE = NoisyCohort.privacy(1, "closed");

  private RunningCoordinator coordinator = RunningCoordinator.shared();

  @Test
  void claim_withoutSumsWithoutNoise_holds_andLifetimeGrowsWithLaterNoise() {
    TestCohort cohort = TestCohort.ofCells(coordinator, "claimed", 3, 3);
    String release = publish(cohort);

    ReleaseClaimView first = claim(release);

    assertThat(first.protection()).isEqualTo(Protection.PRIVATE);
    assertThat(first.holds()).isTrue();
    assertThat(first.reason()).isNull();
    assertThat(first.epsilon()).isBetween(.95, 1.);
    assertThat(first.epsilonTwoHolders()).isGreaterThan(2 * first.epsilon());
    assertThat(first.epsilonThreeHolders()).isGreaterThan(first.epsilonTwoHolders());
    assertThat(first.inWords().getFirst()).contains("for a person at two and three holders");
    assertThat(first.delta()).isEqualTo(ONE.delta());
    assertThat(first.epsilonLifetime()).isEqualTo(first.epsilon());
    assertThat(first.epsilonPeriod()).isEqualTo(first.epsilon());
    assertThat(first.period()).isEqualTo(Duration.ofDays(365));
    assertThat(first.inWords().getFirst()).contains("for those of the last 365 days");
    publish(new TestCohort(coordinator, cohort.participants().subList(0, 3)));
    TestCohort.ofOneCell(coordinator, "unclaimed", 3).runTiny();
    ReleaseClaimView later = claimAfter(release, first);
    assertThat(later.holds()).isTrue();
    assertThat(later.epsilon()).isEqualTo(first.epsilon());
    assertThat(later.epsilonLifetime()).isGreaterThan(1.3);
    assertThat(later.epsilonPeriod()).isEqualTo(later.epsilonLifetime());
    PrivacyPlan next = plan(cohort);
    assertThat(next.epsilonLifetime()).isGreaterThan(later.epsilonLifetime() + .2);
    assertThat(next.epsilonPeriod()).isEqualTo(next.epsilonLifetime());
    assertThat(next.epsilon()).isLessThan(1);
  }

  @Test
  void sumWithoutNoise_overOneCell_endsClaimsOfItsParticipants_beforeAndAfter() {
    TestCohort cohort = TestCohort.ofCells(coordinator, "mixed", 3, 3);
    String before = publish(cohort);
    ReleaseClaimView held = claim(before);
    Instant start = Instant.now().minusSeconds(1);

    String exact = run(new TestCohort(coordinator, cohort.participants().subList(3, 6)));

    ReleaseClaimView ended = claimAfter(before, held);
    assertThat(ended.holds()).isFalse();
    assertThat(ended.reason()).isEqualTo("sums-without-noise");
    assertThat(ended.sumsWithoutNoiseAt()).isBetween(start, Instant.now());
    assertThat(ended.epsilon()).isNull();
    assertThat(ended.epsilonTwoHolders()).isNull();
    assertThat(ended.epsilonThreeHolders()).isNull();
    assertThat(ended.delta()).isNull();
    assertThat(ended.epsilonLifetime()).isNull();
    assertThat(ended.epsilonPeriod()).isNull();
    assertThat(ended.period()).isNull();
    assertThat(ended.inWords())
        .containsExactly(
            "noise, no ε: sums without noise asked for on "
                + ended.sumsWithoutNoiseAt().atZone(ZoneOffset.UTC).toLocalDate());
    String after = publish(cohort);
    assertThat(claim(after).holds()).isFalse();
    assertThat(claim(after).protection()).isEqualTo(Protection.PRIVATE);
    String untouched = publish(new TestCohort(coordinator, cohort.participants().subList(0, 3)));
    assertThat(claim(untouched).holds()).isTrue();
    ReleaseClaimView noNoise = claim(exact);
    assertThat(noNoise.protection()).isEqualTo(Protection.NO_NOISE);
    assertThat(noNoise.holds()).isFalse();
    assertThat(noNoise.reason()).isEqualTo("no-noise");
    assertThat(noNoise.sumsWithoutNoiseAt()).isEqualTo(ended.sumsWithoutNoiseAt());
  }

  @Test
  void claim_whileTheLedgerIsLocked_orAfterEntriesWereLost_neverHolds(@TempDir Path data)
      throws Exception {
    String schema = RunningCoordinator.newSchema();
    coordinator = RunningCoordinator.startIn(schema, data);
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "locked", 4);
    String release = publish(cohort);
    assertThat(claim(release).holds()).isTrue();
    coordinator.close();
    Path ledger = data.resolve("ledgers").resolve("coordinator.ledger");
    List<String> lines = new ArrayList<>(Files.readAllLines(ledger));
    lines.replaceAll(line -> line.replaceFirst("l2=[0-9.]+", "l2=1.0"));
    Files.write(ledger, lines);
    coordinator = RunningCoordinator.startIn(schema, data);

    ReleaseClaimView locked = claim(release);

    assertThat(locked.holds()).isFalse();
    assertThat(locked.reason()).isEqualTo("ledger-locked");
    assertThat(locked.epsilon()).isNull();
    assertThat(
            coordinator
                .api()
                .adminPost("/v1/privacy/ledger/reconciliation", "{\"by\":\"WORST_CASE\"}")
                .status())
        .isEqualTo(200);
    ReleaseClaimView restored = claimAfter(release, locked);
    assertThat(restored.holds()).isFalse();
    assertThat(restored.reason()).isEqualTo("ledger-restored");
    coordinator.close();
  }

  @Test
  void claim_ofNoRelease_isUnknown() {
    assertThat(coordinator.api().get("/v1/releases/nope/claim").problem())
        .isEqualTo("unknown-release");
  }

  private PrivacyPlan plan(TestCohort cohort) {
    return coordinator
        .api()
        .adminPost("/v1/sessions:plan", NoisyCohort.request(cohort, ONE))
        .as(SessionPlan.class)
        .privacy();
  }

  private String publish(TestCohort cohort) {
    return published(cohort.runToEnd(NoisyCohort.start(cohort, ONE).id()));
  }

  private String run(TestCohort cohort) {
    return published(cohort.runTiny());
  }

  private static String published(SessionView done) {
    assertThat(done.status()).as("%s", done.failure()).isEqualTo(Status.PUBLISHED);
    return done.releaseId();
  }

  private ReleaseClaimView claim(String release) {
    return coordinator.api().get("/v1/releases/" + release + "/claim").as(ReleaseClaimView.class);
  }

  /// Waits until the coordinator reads its ledger again.
  private ReleaseClaimView claimAfter(String release, ReleaseClaimView before) {
    TestWait.until("another reading", () -> !claim(release).equals(before));
    return claim(release);
  }
}
