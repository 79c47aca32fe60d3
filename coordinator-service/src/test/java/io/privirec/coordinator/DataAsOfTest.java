package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.federation.rehearsal.Rehearsal;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which snapshots the sessions of a coordinator are over.
class DataAsOfTest {
  private static final PriviRecKParameters TINY = PriviRecKParameters.gfCf(4, 1, 0.3, 7L, 3, 8);
  private static final Rehearsal REHEARSAL = new Rehearsal(10, 1, 3, 24, true);

  @TempDir Path data;

  private static SessionView start(TestCohort cohort) {
    return cohort.start(cohort.privirecK(TINY, 1));
  }

  private static TestCohort cohort(RunningCoordinator coordinator, String prefix) {
    TestCatalogue.ensure(coordinator.api());
    return TestCohort.ofOneCell(coordinator, prefix, 3);
  }

  @Test
  void sessionsOfAnInterval_areOverOneTimeAlsoAfterARestart() {
    String schema = TestDatabase.newSchema();
    RunningCoordinator before = RunningCoordinator.start(data, schema, false);
    TestCohort cohort = cohort(before, "same");
    SessionView first = start(cohort);
    SessionView second = start(cohort);
    before.stop();

    try (RunningCoordinator after = RunningCoordinator.start(data, schema, false)) {
      Instant asOf = first.dataAsOf();
      assertThat(asOf).isBetween(first.createdAt().minusMillis(1), first.createdAt());
      assertThat(second.dataAsOf()).isEqualTo(asOf);
      assertThat(start(new TestCohort(after, cohort.participants())).dataAsOf()).isEqualTo(asOf);
      assertThat(
              after.api().adminGet("/v1/sessions/" + first.id()).as(SessionView.class).dataAsOf())
          .isEqualTo(asOf);

      after
          .jdbc()
          .sql("update snapshot_time set data_as_of = data_as_of - interval '20 hours'")
          .update();
      SessionView next = start(new TestCohort(after, cohort.participants()));
      assertThat(next.dataAsOf()).isAfter(asOf);
      assertThat(start(new TestCohort(after, cohort.participants())).dataAsOf())
          .isEqualTo(next.dataAsOf());
    }
  }

  /// As after a clock that was 40 minutes behind, and one that was an hour ahead, for one session.
  @Test
  void timesOfAWrongClock_areNotTakenForThoseOfTheInterval() {
    try (RunningCoordinator coordinator =
        RunningCoordinator.start(data, TestDatabase.newSchema(), false)) {
      TestCohort cohort = cohort(coordinator, "clocks");
      SessionView first = start(cohort);
      coordinator
          .jdbc()
          .sql(
              """
              insert into snapshot_time
              select data_as_of + lag from snapshot_time,
                unnest(array[interval '-40 minutes', interval '1 hour']) lag
              """)
          .update();

      assertThat(start(cohort).dataAsOf()).isEqualTo(first.dataAsOf());
    }
  }

  @Test
  void emptyInterval_givesEachSessionATimeOfItsOwnAlsoAtOnce() throws Exception {
    try (RunningCoordinator coordinator =
            RunningCoordinator.start(
                data, TestDatabase.newSchema(), false, "--privirec.snapshot-interval=PT0S");
        ExecutorService operators = Executors.newVirtualThreadPerTaskExecutor()) {
      TestCohort cohort = cohort(coordinator, "each");
      List<Future<SessionView>> started =
          operators.invokeAll(
              Stream.generate(() -> (Callable<SessionView>) () -> start(cohort))
                  .limit(12)
                  .toList());

      assertThat(started).extracting(session -> session.get().dataAsOf()).doesNotHaveDuplicates();
    }
  }

  @Test
  void sessionsAtOnce_shareTheTimeOfTheInterval() throws Exception {
    try (RunningCoordinator coordinator =
            RunningCoordinator.start(data, TestDatabase.newSchema(), false);
        ExecutorService operators = Executors.newVirtualThreadPerTaskExecutor()) {
      TestCohort cohort = cohort(coordinator, "at-once");
      List<Future<SessionView>> started =
          operators.invokeAll(
              Stream.generate(() -> (Callable<SessionView>) () -> start(cohort))
                  .limit(12)
                  .toList());

      assertThat(started)
          .extracting(session -> session.get().dataAsOf())
          .containsOnly(started.getFirst().get().dataAsOf());
    }
  }

  @Test
  void rehearsal_beginsNoInterval() {
    try (RunningCoordinator coordinator =
        RunningCoordinator.start(data, TestDatabase.newSchema(), false)) {
      TestCohort cohort = cohort(coordinator, "rehearses");
      SessionView rehearsal = cohort.start(cohort.rehearsal(REHEARSAL, 1));
      SessionView first = start(cohort);
      SessionView later = cohort.start(cohort.rehearsal(REHEARSAL, 1));

      assertThat(first.dataAsOf()).isAfter(rehearsal.dataAsOf());
      assertThat(later.dataAsOf()).isAfter(first.dataAsOf());
      assertThat(start(cohort).dataAsOf()).isEqualTo(first.dataAsOf());
    }
  }
}
