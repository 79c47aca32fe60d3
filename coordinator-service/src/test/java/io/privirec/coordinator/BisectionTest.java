package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.CellProbe;
import io.privirec.wire.SessionView.Status;
import org.junit.jupiter.api.Test;

/// A participant that contributes what no data gives, and the cell that it is in.
class BisectionTest {
  private final RunningCoordinator coordinator = RunningCoordinator.shared();
  private final Api api = coordinator.api();

  @Test
  void bisect_garbageFromOneParticipant_namesItsCellAndPublishesNothing() {
    TestCohort cohort = TestCohort.ofCells(coordinator, "garbage", 3, 3, 3);
    SessionView failed = runWithGarbageOf(cohort, 4);

    SessionView begun = bisect(failed).as(SessionView.class);
    assertThat(begun.bisection()).extracting(CellProbe::cell).isEqualTo(failed.cells());
    assertThat(begun.bisection()).allMatch(probe -> probe.outOfRange() == null);
    for (CellProbe probe : begun.bisection()) {
      SessionView over = cohort.runToEnd(probe.session());
      assertThat(over.cells()).containsExactly(probe.cell());
      assertThat(over.dataAsOf()).isEqualTo(failed.dataAsOf());
      assertThat(over.releaseId()).isNull();
      assertThat(over.rounds()).hasSize(failed.rounds().size());
    }

    SessionView found = bisect(failed).as(SessionView.class);
    assertThat(found.bisection())
        .extracting(CellProbe::session)
        .isEqualTo(begun.bisection().stream().map(CellProbe::session).toList());
    assertThat(found.bisection())
        .extracting(CellProbe::outOfRange)
        .containsExactly(false, true, false);
    assertThat(found.bisection())
        .extracting(CellProbe::status)
        .containsExactly(Status.COMPLETED, Status.FAILED, Status.COMPLETED);
  }

  @Test
  void bisect_withNothingToFind_isRefusedByName() {
    TestCohort alone = TestCohort.ofOneCell(coordinator, "alone", 3);
    SessionView failed = runWithGarbageOf(alone, 0);
    assertThat(bisect(failed).problem()).isEqualTo("single-cell");

    TestCohort cohort = TestCohort.ofCells(coordinator, "stale", 3, 3);
    SessionView stale = runWithGarbageOf(cohort, 0);
    TestRosters.supersede(api);
    assertThat(bisect(stale).problem()).isEqualTo("roster-superseded");

    TestCohort good = TestCohort.ofCells(coordinator, "good", 3, 3);
    SessionView done = good.runTiny();
    assertThat(done.status()).isEqualTo(Status.PUBLISHED);
    assertThat(bisect(done).problem()).isEqualTo("not-out-of-range");
    assertThat(api.adminPost("/v1/sessions/nope:bisect", "").problem())
        .isEqualTo("unknown-session");
  }

  private Api.Answer bisect(SessionView session) {
    return api.adminPost("/v1/sessions/" + session.id() + ":bisect", "");
  }

  /// In the second round, whose sum must lie in [−1, 1].
  private SessionView runWithGarbageOf(TestCohort cohort, int culprit) {
    SessionView started = cohort.startTiny();
    cohort
        .participants()
        .get(culprit)
        .alsoContributes((round, _, _, out) -> {
          if (round.roundIndex() == 1) {
            for (int i = 0; i < out.length(); i++) {
              out.setSigned(i, Integer.MAX_VALUE);
            }
          }
        });
    SessionView failed = cohort.runToEnd(started.id());
    assertThat(failed.failure().code()).isEqualTo("sum-out-of-range");
    return failed;
  }
}
