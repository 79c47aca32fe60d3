package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.digest.Digest;
import io.privirec.wire.ChunkStatus;
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
    String schema = TestDatabase.newSchema();
    RunningCoordinator before = RunningCoordinator.start(data, schema, true);
    TestCatalogue catalogue = TestCatalogue.ensure(before.api());
    List<TestParticipant> all = TestParticipant.enrolAll(before.api(), "restart", 3);
    BareRound bare = BareRound.open(before, all);
    all.forEach(participant -> participant.serve(0));
    all.forEach(participant -> participant.serve(0));
    stage(all.get(0), bare, 0);
    stage(all.get(0), bare, 2);
    all.get(1).serve(0);

    TestCohort cohort = TestCohort.ofOneCell(before, "session", 3);
    List<TestParticipant> others = cohort.participants();
    SessionView started =
        cohort.start(cohort.privirecK(PriviRecKParameters.gfCf(4, 2, 0.3, 7L, 3, 8), 1));
    PlainRun plain =
        new PlainRun(catalogue.items(), (PriviRecKParameters) started.parameters(), cohort);
    others.get(2).isSilentOn(work -> work.roundIndex() == 1 && work.phase().equals("MASKED_INPUT"));
    cohort.runUntil(
        started.id(),
        view ->
            view.rounds().size() == 2
                && view.rounds().getLast().phase().equals("MASKED_INPUT")
                && view.rounds().getLast().arrived() == 2);
    before.stop();

    try (RunningCoordinator after = RunningCoordinator.start(data, schema, true)) {
      all.forEach(participant -> participant.reconnect(after.api()));
      others.forEach(participant -> participant.reconnect(after.api()));
      others.get(2).isSilentOn(_ -> false);

      assertThat(
              all.get(0)
                  .get("/v1/rounds/" + bare.hex() + "/chunks")
                  .as(ChunkStatus.class)
                  .received())
          .containsOnlyKeys(0, 2);
      bare.run(after, all);
      assertThat(bare.sum(after)).isEqualTo(BareRound.plainSum(all));

      SessionView done = new TestCohort(after, others).runToEnd(started.id());
      assertThat(done.status()).isEqualTo(Status.PUBLISHED);
      assertThat(done.survivors()).isEqualTo(cohort.names());
      assertThat(
              after
                  .api()
                  .get("/v1/releases/" + done.releaseId() + "/files/factors.safetensors")
                  .bytes())
          .isEqualTo(plain.factors(others, temporary));
    }
  }

  private static void stage(TestParticipant participant, BareRound round, int chunk) {
    byte[] masked = participant.mask(round.hex(), chunk);
    assertThat(participant.put(round.hex(), chunk, masked, Digest.of(masked)).status())
        .isEqualTo(204);
  }
}
