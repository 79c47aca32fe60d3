package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The service is stopped while masked input comes in, with its database, and started again.
class RestartTest {
  @TempDir Path data;
  @TempDir Path temporary;

  @Test
  void restart_inMaskedInput_goesOnAndSumsExactly() throws Exception {
    String schema = RunningCoordinator.newSchema();
    RunningCoordinator before = RunningCoordinator.startWithItsDatabase(schema, data);
    List<TestParticipant> all = TestParticipant.enrolAll(before.api(), "restart", 3);
    BareRound bare = BareRound.open(before, all);
    bare.serve();
    bare.serve();
    bare.stage(all.get(0), 0);
    bare.stage(all.get(0), 2);
    all.get(1).serve(0);

    TestCohort cohort = TestCohort.ofOneCell(before, "session", 3);
    List<TestParticipant> others = cohort.participants();
    SessionView started =
        cohort.start(cohort.privirecK(PriviRecKParameters.gfCf(4, 2, 0.3, 7L, 3, 8), 1));
    PlainRun plain = cohort.dataFor(started);
    others.get(2).isSilentOn(work -> work.roundIndex() == 1 && work.phase().equals("MASKED_INPUT"));
    cohort.runUntil(
        started.id(),
        view ->
            view.rounds().size() == 2
                && view.rounds().getLast().phase().equals("MASKED_INPUT")
                && view.rounds().getLast().arrived() == 2);
    before.close();

    try (RunningCoordinator after = RunningCoordinator.startWithItsDatabase(schema, data)) {
      bare.goOnAt(after);
      others.forEach(participant -> participant.reconnect(after.api()));
      others.get(2).isSilentOn(_ -> false);

      assertThat(bare.chunksOf(all.get(0)).received()).containsOnlyKeys(0, 2);
      bare.finish();

      TestCohort moved = new TestCohort(after, others);
      SessionView done = moved.runToEnd(started.id());
      assertThat(done.status()).isEqualTo(Status.PUBLISHED);
      assertThat(done.survivors()).isEqualTo(cohort.names());
      assertThat(moved.factorsOf(done)).isEqualTo(plain.factors(others, temporary));
    }
  }
}
