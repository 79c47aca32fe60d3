package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.federation.rehearsal.Rehearsal;
import io.privirec.wire.SessionView;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which snapshots the sessions of a coordinator are over.
class DataAsOfTest {
  private static final Rehearsal REHEARSAL = new Rehearsal(10, 1, 3, 24, true);

  @TempDir private static Path data;
  private static final String schema = RunningCoordinator.newSchema();
  private static RunningCoordinator coordinator;

  @BeforeAll
  static void start() {
    coordinator = RunningCoordinator.startIn(schema, data);
  }

  @AfterAll
  static void stop() {
    coordinator.close();
  }

  @BeforeEach
  void noInterval() {
    coordinator.update("delete from snapshot_time");
  }

  private static SessionView start(TestCohort cohort) {
    return cohort.start(cohort.privirecK(TestCohort.TINY, 1));
  }

  @Test
  void sessionsOfAnInterval_areOverOneTimeAlsoAfterARestart() {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "same", 3);
    SessionView first = start(cohort);
    SessionView second = start(cohort);
    stop();
    start();

    TestCohort after = new TestCohort(coordinator, cohort.participants());
    Instant asOf = first.dataAsOf();
    assertThat(asOf).isBetween(first.createdAt().minusMillis(1), first.createdAt());
    assertThat(second.dataAsOf()).isEqualTo(asOf);
    assertThat(start(after).dataAsOf()).isEqualTo(asOf);
    assertThat(after.view(first.id()).dataAsOf()).isEqualTo(asOf);

    coordinator.update("update snapshot_time set data_as_of = data_as_of - interval '20 hours'");
    SessionView next = start(after);
    assertThat(next.dataAsOf()).isAfter(asOf);
    assertThat(start(after).dataAsOf()).isEqualTo(next.dataAsOf());
  }

  /// As after a clock that was 40 minutes behind, and one that was an hour ahead, for one session.
  @Test
  void timesOfAWrongClock_areNotTakenForThoseOfTheInterval() {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "clocks", 3);
    SessionView first = start(cohort);
    coordinator.update(
        """
        insert into snapshot_time
        select data_as_of + lag from snapshot_time,
          unnest(array[interval '-40 minutes', interval '1 hour']) lag
        """);

    assertThat(start(cohort).dataAsOf()).isEqualTo(first.dataAsOf());
  }

  @Test
  void emptyInterval_givesEachSessionATimeOfItsOwnAlsoAtOnce() throws Exception {
    try (RunningCoordinator replica =
        RunningCoordinator.startIn(schema, data, "--privirec.snapshot-interval=PT0S")) {
      TestCohort cohort = TestCohort.ofOneCell(replica, "each", 3);
      List<SessionView> started = AtOnce.call(12, () -> start(cohort));

      assertThat(started).extracting(SessionView::dataAsOf).doesNotHaveDuplicates();
    }
  }

  @Test
  void sessionsAtOnce_shareTheTimeOfTheInterval() throws Exception {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "at-once", 3);
    List<SessionView> started = AtOnce.call(12, () -> start(cohort));

    assertThat(started)
        .extracting(SessionView::dataAsOf)
        .containsOnly(started.getFirst().dataAsOf());
  }

  @Test
  void rehearsal_beginsNoInterval() {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "rehearses", 3);
    SessionView rehearsal = cohort.start(cohort.rehearsal(REHEARSAL, 1));
    SessionView first = start(cohort);
    SessionView later = cohort.start(cohort.rehearsal(REHEARSAL, 1));

    assertThat(first.dataAsOf()).isAfter(rehearsal.dataAsOf());
    assertThat(later.dataAsOf()).isAfter(first.dataAsOf());
    assertThat(start(cohort).dataAsOf()).isEqualTo(first.dataAsOf());
  }
}
