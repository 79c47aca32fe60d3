package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.coordinator.housekeeping.Housekeeping;
import io.privirec.crypto.digest.Digest;
import io.privirec.round.Rounds;
import io.privirec.round.SpoolStore;
import io.privirec.round.Staging;
import io.privirec.round.WindowedSpool;
import io.privirec.secagg.RoundId;
import io.privirec.wire.ChunkStatus;
import io.privirec.wire.UploadWindow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A round that is summed while its chunks come in: four chunks, a window of two.
class WindowedSpoolTest {
  private static final int WINDOW = 2;
  private static int cohorts;

  private final RunningCoordinator coordinator = RunningCoordinator.shared();
  private List<TestParticipant> all;
  private BareRound round;

  @BeforeEach
  void openRound() {
    TestCatalogue.ensure(coordinator.api());
    all = TestParticipant.enrolAll(coordinator.api(), "window-" + cohorts++, 3);
    round = BareRound.openClosed(coordinator, all, new Staging.Window(WINDOW));
    // Advertisements: what follows is masked input.
    all.forEach(participant -> participant.serve(0));
  }

  /// A tolerant round in its stead: masks are left on what is summed as it comes in.
  private void openTolerantRound() {
    round = BareRound.open(coordinator, all, new Staging.Window(WINDOW));
    all.forEach(participant -> participant.serveOnly(round.hex()));
    all.forEach(participant -> participant.serveOnly(round.hex()));
  }

  @Test
  void sum_ofAWindowedRound_isThatOfAllAndLeavesNothing() throws Exception {
    round.run(coordinator, all);

    assertThat(round.sum(coordinator)).isEqualTo(BareRound.plainSum(all));
    assertThat(files("blobs")).isZero();
    assertThat(files("masked-sums")).isZero();
  }

  @Test
  void sum_ofATolerantWindowedRound_isThatOfAllAndLeavesNothing() throws Exception {
    openTolerantRound();
    round.run(coordinator, all);

    assertThat(round.sum(coordinator)).isEqualTo(BareRound.plainSum(all));
    assertThat(files("blobs")).isZero();
    assertThat(files("masked-sums")).isZero();
  }

  /// No masks are left on it: its files are moved, not written once more.
  @Test
  void sum_ofAClosedWindowedRound_isWhatWasSummedAsItCameIn() throws Exception {
    round.run(coordinator, all);
    Path masked = coordinator.dataDirectory().resolve("masked-sums").resolve(round.hex());
    Object file = Files.readAttributes(masked.resolve("1"), BasicFileAttributes.class).fileKey();

    round.sum(coordinator);

    Path sums = coordinator.dataDirectory().resolve("sums").resolve(round.hex());
    assertThat(Files.readAttributes(sums.resolve("1"), BasicFileAttributes.class).fileKey())
        .isEqualTo(file);
  }

  @Test
  void crash_afterTheSumIsMoved_isRepeated() throws Exception {
    round.run(coordinator, all);
    Path areas = coordinator.dataDirectory();
    Files.move(
        areas.resolve("masked-sums").resolve(round.hex()),
        areas.resolve("sums").resolve(round.hex()));

    assertThat(round.sum(coordinator)).isEqualTo(BareRound.plainSum(all));
  }

  @Test
  void chunk_beyondTheWindow_isRefusedUntilEveryoneIsThere() {
    TestParticipant first = all.getFirst();
    assertThat(first.put(round.hex(), 0).status()).isEqualTo(204);
    assertThat(first.put(round.hex(), 1).status()).isEqualTo(204);

    Api.Answer refused = first.put(round.hex(), 2);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.problem()).isEqualTo("outside-window");
    assertThat(refused.headers().firstValue("Retry-After")).contains("1");
    assertThat(round.advance(coordinator)).isFalse();

    all.subList(1, 3).forEach(other -> other.put(round.hex(), 0));
    assertThat(round.advance(coordinator)).isTrue();
    assertThat(window(first)).isEqualTo(new UploadWindow(1, 3));
    assertThat(first.put(round.hex(), 2).status()).isEqualTo(204);
    assertThat(first.put(round.hex(), 3).problem()).isEqualTo("outside-window");
  }

  @Test
  void disk_whileTheWindowMoves_holdsOneSumAndOneWindowOfEachParticipant() throws Exception {
    for (int chunk = 0; chunk < round.chunks(); chunk++) {
      for (TestParticipant participant : all) {
        participant.put(round.hex(), chunk);
        assertThat(files("blobs")).isLessThanOrEqualTo((long) WINDOW * all.size());
      }
      round.advance(coordinator);
      assertThat(files("blobs")).isZero();
      assertThat(files("masked-sums")).isEqualTo(chunk + 1L);
    }
  }

  @Test
  void chunk_alreadySummed_isTakenAgainOnlyWithTheSameBytes() throws Exception {
    all.forEach(participant -> participant.put(round.hex(), 0));
    assertThat(round.advance(coordinator)).isTrue();
    TestParticipant first = all.getFirst();

    assertThat(first.put(round.hex(), 0).status()).isEqualTo(204);
    byte[] other = first.mask(round.hex(), 0);
    other[7] ^= 1;
    assertThat(first.put(round.hex(), 0, other, Digest.of(other)).problem())
        .isEqualTo("chunk-conflict");

    assertThat(files("blobs")).isZero();
    ChunkStatus status = first.get("/v1/rounds/" + round.hex() + "/chunks").as(ChunkStatus.class);
    assertThat(status.received()).containsOnlyKeys(0);
    assertThat(status.window()).isEqualTo(new UploadWindow(1, 3));
    finish();
  }

  @Test
  void commitment_toOtherChunksThanWereSummed_isRefused() {
    TestParticipant first = all.getFirst();
    assertThat(first.post(round.hex(), first.commit(round.hex())).problem())
        .isEqualTo("chunks-missing");
  }

  @Test
  void window_askedForWithPatience_answersWhenItMoves() throws Exception {
    TestParticipant first = all.getFirst();
    all.forEach(participant -> participant.put(round.hex(), 0));
    Thread driver = Thread.startVirtualThread(() -> round.advance(coordinator));

    UploadWindow moved =
        first.get("/v1/rounds/" + round.hex() + "/window?past=2&wait=30").as(UploadWindow.class);

    driver.join();
    assertThat(moved).isEqualTo(new UploadWindow(1, 3));
    assertThat(
            first.get("/v1/rounds/" + round.hex() + "/window?past=3&wait=0").as(UploadWindow.class))
        .isEqualTo(moved);
    assertThat(first.get("/v1/rounds/" + round.hex() + "/window?past=-1").problem())
        .isEqualTo("invalid-value");
  }

  @Test
  void participant_missingBeforeItsCommitment_failsTheRoundByName() {
    all.subList(0, 2).forEach(participant -> participant.serve(0));
    coordinator.expirePhase(round.hex());
    coordinator.bean(Rounds.class).closeOverdue();

    var ended = round.read(coordinator);
    assertThat(ended.failure().orElseThrow().code()).isEqualTo("participant-missing");
    assertThat(ended.failure().orElseThrow().detail()).contains(all.get(2).name());
  }

  /// The others cannot go on: they have sent what the window takes.
  @Test
  void participant_thatHoldsUpTheWindow_isNamedAlone() {
    all.subList(0, 2).forEach(participant -> participant.put(round.hex(), 0));
    all.subList(0, 2).forEach(participant -> participant.put(round.hex(), 1));
    coordinator.expirePhase(round.hex());
    coordinator.bean(Rounds.class).closeOverdue();

    var ended = round.read(coordinator);
    assertThat(ended.failure().orElseThrow().code()).isEqualTo("participant-missing");
    assertThat(ended.dropouts()).containsOnlyKeys(all.get(2).id());
    assertThat(ended.failure().orElseThrow().detail())
        .contains(all.get(2).name())
        .doesNotContain(all.get(0).name());
  }

  @Test
  void participant_lostBeforeItsCommitmentToATolerantRound_failsTheRoundByName() {
    openTolerantRound();
    all.subList(0, 2).forEach(participant -> participant.serve(0));
    coordinator.expirePhase(round.hex());
    coordinator.bean(Rounds.class).closeOverdue();

    var ended = round.read(coordinator);
    assertThat(ended.failure().orElseThrow().code()).isEqualTo("participant-lost");
    assertThat(ended.dropouts()).containsOnlyKeys(all.get(2).id());
    assertThat(ended.survivors()).isEmpty();
    assertThat(all.getFirst().get("/v1/rounds/" + round.hex() + "/window").problem())
        .isEqualTo("wrong-phase");
  }

  @Test
  void crash_beforeASumIsNamed_isRepeated() throws Exception {
    stageTwo();
    Path sums = coordinator.dataDirectory().resolve("masked-sums").resolve(round.hex());
    Files.createDirectories(sums);
    Files.write(sums.resolve("0-123.draft"), new byte[10]);

    finish();
  }

  @Test
  void crash_beforeASumIsRecorded_isRepeatedToTheSameBytes() throws Exception {
    stageTwo();
    Path kept = copyOfBlobs();
    round.advance(coordinator);
    Path sums = coordinator.dataDirectory().resolve("masked-sums").resolve(round.hex());
    byte[] before = Files.readAllBytes(sums.resolve("1"));
    restore(kept);
    setSummed(0);

    round.advance(coordinator);

    assertThat(Files.readAllBytes(sums.resolve("1"))).isEqualTo(before);
    assertThat(round.summed(coordinator)).isEqualTo(2);
    finish();
  }

  @Test
  void crash_betweenTheSumsOfARun_isRepeated() throws Exception {
    stageTwo();
    Path kept = copyOfBlobs();
    round.advance(coordinator);
    restore(kept);
    setSummed(0);
    Files.delete(
        coordinator.dataDirectory().resolve("masked-sums").resolve(round.hex()).resolve("1"));

    finish();
  }

  @Test
  void crash_beforeStagedChunksAreDeleted_countsNoneTwice() throws Exception {
    stageTwo();
    Path kept = copyOfBlobs();
    round.advance(coordinator);
    restore(kept);
    assertThat(files("blobs")).isEqualTo(6);

    round.advance(coordinator);

    assertThat(files("blobs")).isZero();
    finish();
  }

  @Test
  void crash_whileStagedChunksAreDeleted_isRepeated() throws Exception {
    stageTwo();
    Path kept = copyOfBlobs();
    round.advance(coordinator);
    restore(kept);
    Files.delete(blobs().resolve(all.get(1).name()).resolve("0"));

    finish();
  }

  @Test
  void crash_whileMasksComeOff_isRepeated() throws Exception {
    openTolerantRound();
    round.run(coordinator, all);
    Path masked = coordinator.dataDirectory().resolve("masked-sums").resolve(round.hex());
    Path away = Files.createTempDirectory("masked");
    Files.copy(masked.resolve("0"), away.resolve("0"));
    Files.move(masked.resolve("2"), away.resolve("2"));
    assertThatThrownBy(() -> round.sum(coordinator)).isInstanceOf(NoSuchFileException.class);
    assertThat(masked.resolve("0")).doesNotExist();

    // Chunk 0 is named without its masks, and its twin with masks not yet deleted.
    Files.move(away.resolve("0"), masked.resolve("0"));
    Files.move(away.resolve("2"), masked.resolve("2"));

    assertThat(round.sum(coordinator)).isEqualTo(BareRound.plainSum(all));
    assertThat(files("masked-sums")).isZero();
  }

  @Test
  void housekeeping_ofAWindowedRound_leavesWhatItNeeds() throws Exception {
    stageTwo();
    round.advance(coordinator);
    all.getFirst().put(round.hex(), 2);
    age(coordinator.dataDirectory().resolve("masked-sums").resolve(round.hex()));
    age(blobs());

    coordinator.bean(Housekeeping.class).run();

    assertThat(files("masked-sums")).isEqualTo(2);
    assertThat(files("blobs")).isEqualTo(1);
    finish();
  }

  @Test
  void twoProcesses_summingAtOnce_countNoChunkTwice() throws Exception {
    for (int chunk = 0; chunk < WINDOW; chunk++) {
      int number = chunk;
      all.forEach(participant -> participant.put(round.hex(), number));
    }
    var spool = coordinator.bean(WindowedSpool.class);
    var read = round.read(coordinator);
    Thread[] drivers = new Thread[4];
    for (int i = 0; i < drivers.length; i++) {
      drivers[i] =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  spool.advance(read);
                } catch (IOException | InterruptedException e) {
                  throw new AssertionError(e);
                }
              });
    }
    for (Thread driver : drivers) {
      driver.join();
    }

    assertThat(round.summed(coordinator)).isEqualTo(WINDOW);
    finish();
  }

  /// The rest of the round, which must end in the exact sum.
  private void finish() throws Exception {
    round.run(coordinator, all);
    assertThat(round.sum(coordinator)).isEqualTo(BareRound.plainSum(all));
  }

  private void stageTwo() {
    for (int chunk = 0; chunk < WINDOW; chunk++) {
      for (TestParticipant participant : all) {
        assertThat(participant.put(round.hex(), chunk).status()).isEqualTo(204);
      }
    }
  }

  private UploadWindow window(TestParticipant participant) {
    return participant.get("/v1/rounds/" + round.hex() + "/window").as(UploadWindow.class);
  }

  private Path blobs() {
    return coordinator.dataDirectory().resolve("blobs").resolve(round.hex());
  }

  private Path copyOfBlobs() throws IOException {
    Path copy = Files.createTempDirectory("blobs");
    copy(blobs(), copy.resolve("kept"));
    return copy.resolve("kept");
  }

  private void restore(Path kept) throws IOException {
    copy(kept, blobs());
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file));
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else if (Files.notExists(target)) {
          Files.copy(file, target);
        }
      }
    }
  }

  private static void age(Path tree) throws IOException {
    FileTime longAgo = FileTime.from(Instant.now().minus(Duration.ofDays(1)));
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, longAgo);
      }
    }
  }

  private void setSummed(int chunks) {
    coordinator
        .jdbc()
        .sql("update round set summed_chunks = ? where id = ?")
        .params(chunks, round.hex())
        .update();
    assertThat(coordinator.bean(SpoolStore.class).summed(RoundId.parse(round.hex())))
        .isEqualTo(chunks);
  }

  private long files(String area) throws IOException {
    Path directory = coordinator.dataDirectory().resolve(area).resolve(round.hex());
    if (Files.notExists(directory)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).count();
    }
  }
}
