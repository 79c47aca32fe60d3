package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.coordinator.housekeeping.TestHousekeeping;
import io.privirec.crypto.digest.Digest;
import io.privirec.round.ChunkStore;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Nothing grows without end, and nothing that is needed is removed.
class HousekeepingTest {
  private static final List<String> GROWING =
      List.of("round_event", "round_chunk", "round", "round_member", "aggregation_session");

  @TempDir Path data;
  private final String schema = RunningCoordinator.newSchema();

  @Test
  void sessions_oneAfterTheOther_leaveWhatOneLeaves() throws Exception {
    try (RunningCoordinator coordinator =
        RunningCoordinator.startIn(
            schema,
            data,
            "--privirec.coordinator.keep-sessions=1",
            "--privirec.coordinator.keep-releases=1")) {
      TestCohort cohort = TestCohort.ofOneCell(coordinator, "grow", 3);
      coordinator.api().adminPost("/v1/enrolment-tokens", "");
      coordinator.update("update enrolment_token set expires_at = now() where used_by is null");
      runOneOfEach(cohort);
      TestHousekeeping.run(coordinator);
      Map<String, Long> afterOne = size(coordinator);

      for (int i = 0; i < 3; i++) {
        runOneOfEach(cohort);
      }
      TestHousekeeping.run(coordinator);

      assertThat(size(coordinator)).isEqualTo(afterOne);
      assertThat(afterOne)
          .containsEntry("round_event", 0L)
          .containsEntry("round_chunk", 0L)
          .containsEntry("blobs", 0L)
          .containsEntry("sums", 0L)
          .containsEntry("sessions", 0L)
          .containsEntry("release", 1L)
          .containsEntry("aggregation_session", 2L)
          .containsEntry("unused tokens", 0L);
    }
  }

  /// A session that is published, one that fails, and one that is cancelled.
  private static void runOneOfEach(TestCohort cohort) throws IOException {
    SessionView good = cohort.startTiny();
    assertThat(cohort.runToEnd(good.id()).status()).isEqualTo(Status.PUBLISHED);

    cohort.participants().getFirst().isSilentOn(work -> work.phase().equals("MASKED_INPUT"));
    SessionView bad = cohort.startTiny();
    assertThat(cohort.runToEnd(bad.id()).status()).isEqualTo(Status.FAILED);
    cohort.participants().getFirst().isSilentOn(_ -> false);

    cohort.participants().getLast().isSilentOn(work -> work.phase().equals("MASKED_INPUT"));
    SessionView dropped = cohort.start(cohort.privirecK(TestCohort.TINY, 1));
    cohort.runUntil(
        dropped.id(),
        view ->
            !view.rounds().isEmpty()
                && view.rounds().getLast().phase().equals("MASKED_INPUT")
                && view.rounds().getLast().chunksReceived() > 0);
    cohort.coordinator().api().adminPost("/v1/sessions/" + dropped.id() + ":cancel", "");
    cohort.participants().getLast().isSilentOn(_ -> false);
    for (SessionView session : List.of(good, bad, dropped)) {
      TestWait.until("tidied up", () -> cohort.isTidy(session.id()));
    }
  }

  /// Participants could not answer while no coordinator ran: they have time after the start.
  @Test
  void round_expiredWhileNobodyRan_hasTimeAgain_thenIsClosedAndCollected() throws Exception {
    RunningCoordinator before = RunningCoordinator.startIn(schema, data);
    List<TestParticipant> all = TestParticipant.enrolAll(before.api(), "expire", 3);
    BareRound round = BareRound.open(before, all);
    round.serve();
    round.serve();
    round.stage(all.getFirst(), 0);
    before.expirePhase(round.hex());
    Path staged = round.directory("blobs");
    before.close();
    assertThat(staged).exists();

    try (RunningCoordinator after = RunningCoordinator.startIn(schema, data)) {
      round.goOnAt(after);
      TestWait.until("postponed", () -> !after.isOverdue(round.hex()));
      assertThat(round.status()).isEqualTo("OPEN");
      after.expirePhase(round.hex());
      TestWait.until("closed", () -> round.status().equals("FAILED"));
      TestHousekeeping.run(after);

      assertThat(staged).doesNotExist();
      assertThat(round.rows("round_chunk")).isZero();
      assertThat(round.rows("round_event")).isZero();
    }
  }

  @Test
  void orphans_older_areCollectedAndYoungerAreNot() throws Exception {
    try (RunningCoordinator coordinator = RunningCoordinator.startIn(schema, data)) {
      String oldRound = "ab".repeat(32);
      String youngRound = "cd".repeat(32);
      List<Path> old =
          List.of(
              file("blobs/drafts/chunk1"),
              file("blobs/" + oldRound + "/p/0"),
              file("sums/" + oldRound + "/0"),
              file("releases/.r-x-1/model"),
              file("releases/r-x/manifest.json"));
      List<Path> young =
          List.of(
              file("blobs/drafts/chunk2"),
              file("blobs/" + youngRound + "/p/0"),
              file("sums/" + youngRound + "/0"),
              file("releases/.r-y-1/model"),
              file("releases/r-y/manifest.json"),
              file("blobs/README"));
      for (Path path : old) {
        for (Path up = path; !up.equals(data); up = up.getParent()) {
          age(up);
        }
      }
      Path session = file("sessions/nobody/basis");

      TestHousekeeping.run(coordinator);

      assertThat(old).allSatisfy(path -> assertThat(path).doesNotExist());
      assertThat(young).allSatisfy(path -> assertThat(path).exists());
      assertThat(session.getParent()).doesNotExist();
      assertThat(data.resolve("blobs").resolve(oldRound)).doesNotExist();
      assertThat(data.resolve("releases/.r-x-1")).doesNotExist();
    }
  }

  @Test
  void chunk_withoutRecordOrRecordWithoutChunk_isMadeGoodAndTheSumIsRight() throws Exception {
    RunningCoordinator coordinator = RunningCoordinator.shared();
    List<TestParticipant> all = TestParticipant.enrolAll(coordinator.api(), "match", 3);
    BareRound round = BareRound.open(coordinator, all);
    round.serve();
    round.serve();
    TestParticipant one = all.getFirst();
    round.stage(one, 0);
    round.stage(one, 1);
    Path staged = round.directory("blobs").resolve(one.name());
    Files.delete(staged.resolve("0"));
    Files.copy(staged.resolve("1"), staged.resolve("2"));
    Files.copy(staged.resolve("1"), staged.resolve("3"));
    age(staged.resolve("2"));

    TestHousekeeping.run(coordinator);

    assertThat(staged.resolve("2")).doesNotExist();
    assertThat(staged.resolve("3")).exists();
    assertThat(round.chunksOf(one).received()).containsOnlyKeys(1);
    round.finish();
  }

  @Test
  void chunk_aboutToBeRecorded_isNotCollected() throws Exception {
    RunningCoordinator coordinator = RunningCoordinator.shared();
    List<TestParticipant> all = TestParticipant.enrolAll(coordinator.api(), "race", 3);
    BareRound round = BareRound.open(coordinator, all);
    round.serve();
    round.serve();
    TestParticipant one = all.getFirst();
    byte[] masked = one.mask(round.hex(), 0);
    Path chunk = round.directory("blobs").resolve(one.name()).resolve("0");
    CountDownLatch placed = new CountDownLatch(1);
    CountDownLatch commit = new CountDownLatch(1);
    CompletableFuture<Boolean> added =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return coordinator
                    .bean(ChunkStore.class)
                    .add(
                        RoundId.parse(round.hex()),
                        one.id(),
                        0,
                        Digest.of(masked),
                        () -> {
                          Files.write(chunk, masked);
                          age(chunk);
                          placed.countDown();
                          await(commit);
                        });
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            },
            Thread::startVirtualThread);
    await(placed);

    CompletableFuture<Void> collected =
        CompletableFuture.runAsync(
            () -> TestHousekeeping.run(coordinator), Thread::startVirtualThread);
    TestWait.until("the collector waits for the upload", () -> waitsForALock(coordinator));
    commit.countDown();

    assertThat(added.get(1, TimeUnit.MINUTES)).isTrue();
    collected.get(1, TimeUnit.MINUTES);
    assertThat(chunk).exists();
    round.finish();
  }

  @Test
  void message_repeatedAfterItsRound_isStillKnownWhileTheSessionRuns() {
    RunningCoordinator coordinator = RunningCoordinator.shared();
    List<TestParticipant> all = TestParticipant.enrolAll(coordinator.api(), "repeat", 3);
    BareRound round = BareRound.open(coordinator, all);
    TestParticipant last = all.getLast();
    while (!last.poll(0).getFirst().phase().equals("UNMASK")) {
      round.serve();
    }
    all.subList(0, 2).forEach(participant -> participant.serve(0));
    ParticipantMessage answer = last.answer(round.hex());
    assertThat(last.post(round.hex(), answer).status()).isEqualTo(204);
    TestWait.until("summed", () -> round.sum().length > 0);

    assertThat(round.status()).isEqualTo("DONE");
    assertThat(
            coordinator.count("round_event where sealed is not null and round_id = ?", round.hex()))
        .isZero();
    assertThat(last.post(round.hex(), answer).status()).isEqualTo(204);
    assertThat(all.getFirst().post(round.hex(), answer).problem()).isEqualTo("forbidden");
    assertThat(last.get("/v1/rounds/" + round.hex() + "/message").problem())
        .isEqualTo("wrong-phase");

    TestHousekeeping.run(coordinator);
    assertThat(last.post(round.hex(), answer).problem()).isEqualTo("wrong-phase");
  }

  private static boolean waitsForALock(RunningCoordinator coordinator) {
    return coordinator.count(
            "pg_stat_activity where wait_event_type = 'Lock' and query like '%round_chunk%'")
        > 0;
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Path file(String name) throws IOException {
    Path file = data.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "x");
  }

  private static void age(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
  }

  private Map<String, Long> size(RunningCoordinator coordinator) throws IOException {
    Map<String, Long> size = new TreeMap<>();
    for (String table : GROWING) {
      size.put(table, coordinator.count(table));
    }
    for (String table : List.of("session_member", "session_stage", "release")) {
      size.put(table, coordinator.count(table));
    }
    size.put("unused tokens", coordinator.count("enrolment_token where used_by is null"));
    for (String directory : List.of("blobs", "sums", "sessions", "releases")) {
      try (Stream<Path> files = Files.walk(data.resolve(directory))) {
        size.put(directory, files.filter(Files::isRegularFile).count());
      }
    }
    return size;
  }
}
