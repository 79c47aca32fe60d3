package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.coordinator.housekeeping.TestHousekeeping;
import io.privirec.crypto.digest.Digest;
import io.privirec.round.Staging;
import io.privirec.round.WindowedSpool;
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
import org.springframework.util.FileSystemUtils;

/// A round that is summed while its chunks come in: four chunks, a window of two.
class WindowedSpoolTest {
  private static final int WINDOW = 2;
  private static int cohorts;

  private final RunningCoordinator coordinator = RunningCoordinator.shared();
  private List<TestParticipant> all;
  private BareRound round;

  @BeforeEach
  void openRound() {
    all = TestParticipant.enrolAll(coordinator.api(), "window-" + cohorts++, 3);
    round = BareRound.openClosed(coordinator, all, new Staging.Window(WINDOW));
    // Advertisements: what follows is masked input.
    round.serve();
  }

  /// A tolerant round in its stead: masks are left on what is summed as it comes in.
  private void openTolerantRound() {
    round = BareRound.open(coordinator, all, new Staging.Window(WINDOW));
    round.serve();
    round.serve();
  }

  @Test
  void sum_ofAWindowedRound_isThatOfAllAndLeavesNothing() throws Exception {
    round.finish();
    assertThat(files("blobs")).isZero();
    assertThat(files("masked-sums")).isZero();
  }

  @Test
  void sum_ofATolerantWindowedRound_isThatOfAllAndLeavesNothing() throws Exception {
    openTolerantRound();
    round.finish();
    assertThat(files("blobs")).isZero();
    assertThat(files("masked-sums")).isZero();
  }

  /// No masks are left on it: its files are moved, not written once more.
  @Test
  void sum_ofAClosedWindowedRound_isWhatWasSummedAsItCameIn() throws Exception {
    round.run();
    Path masked = round.directory("masked-sums");
    Object file = Files.readAttributes(masked.resolve("1"), BasicFileAttributes.class).fileKey();

    round.sum();

    Path sums = round.directory("sums");
    assertThat(Files.readAttributes(sums.resolve("1"), BasicFileAttributes.class).fileKey())
        .isEqualTo(file);
  }

  @Test
  void crash_afterTheSumIsMoved_isRepeated() throws Exception {
    round.run();
    Files.move(round.directory("masked-sums"), round.directory("sums"));

    assertThat(round.sum()).isEqualTo(BareRound.plainSum(all));
  }

  @Test
  void chunk_beyondTheWindow_isRefusedUntilEveryoneIsThere() {
    TestParticipant first = all.getFirst();
    round.stage(first, 0);
    round.stage(first, 1);

    Api.Answer refused = first.put(round.hex(), 2);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.problem()).isEqualTo("outside-window");
    assertThat(refused.headers().firstValue("Retry-After")).contains("1");
    assertThat(round.advance()).isFalse();

    all.subList(1, 3).forEach(other -> other.put(round.hex(), 0));
    assertThat(round.advance()).isTrue();
    assertThat(window(first)).isEqualTo(new UploadWindow(1, 3));
    round.stage(first, 2);
    assertThat(first.put(round.hex(), 3).problem()).isEqualTo("outside-window");
  }

  @Test
  void disk_whileTheWindowMoves_holdsOneSumAndOneWindowOfEachParticipant() throws Exception {
    for (int chunk = 0; chunk < round.chunks(); chunk++) {
      for (TestParticipant participant : all) {
        participant.put(round.hex(), chunk);
        assertThat(files("blobs")).isLessThanOrEqualTo((long) WINDOW * all.size());
      }
      round.advance();
      assertThat(files("blobs")).isZero();
      assertThat(files("masked-sums")).isEqualTo(chunk + 1L);
    }
  }

  @Test
  void chunk_alreadySummed_isTakenAgainOnlyWithTheSameBytes() throws Exception {
    all.forEach(participant -> participant.put(round.hex(), 0));
    assertThat(round.advance()).isTrue();
    TestParticipant first = all.getFirst();

    round.stage(first, 0);
    byte[] other = first.mask(round.hex(), 0);
    other[7] ^= 1;
    assertThat(first.put(round.hex(), 0, other, Digest.of(other)).problem())
        .isEqualTo("chunk-conflict");

    assertThat(files("blobs")).isZero();
    ChunkStatus status = round.chunksOf(first);
    assertThat(status.received()).containsOnlyKeys(0);
    assertThat(status.window()).isEqualTo(new UploadWindow(1, 3));
    round.finish();
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
    Thread driver = Thread.startVirtualThread(() -> round.advance());

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
    round.endPhase();

    var ended = round.read();
    assertThat(ended.failure().orElseThrow().code()).isEqualTo("participant-missing");
    assertThat(ended.failure().orElseThrow().detail()).contains(all.get(2).name());
  }

  /// The others cannot go on: they have sent what the window takes.
  @Test
  void participant_thatHoldsUpTheWindow_isNamedAlone() {
    all.subList(0, 2).forEach(participant -> participant.put(round.hex(), 0));
    all.subList(0, 2).forEach(participant -> participant.put(round.hex(), 1));
    round.endPhase();

    var ended = round.read();
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
    round.endPhase();

    var ended = round.read();
    assertThat(ended.failure().orElseThrow().code()).isEqualTo("participant-lost");
    assertThat(ended.dropouts()).containsOnlyKeys(all.get(2).id());
    assertThat(ended.survivors()).isEmpty();
    assertThat(all.getFirst().get("/v1/rounds/" + round.hex() + "/window").problem())
        .isEqualTo("wrong-phase");
  }

  @Test
  void crash_beforeASumIsNamed_isRepeated() throws Exception {
    stageTwo();
    Path sums = round.directory("masked-sums");
    Files.createDirectories(sums);
    Files.write(sums.resolve("0-123.draft"), new byte[10]);

    round.finish();
  }

  @Test
  void crash_beforeASumIsRecorded_isRepeatedToTheSameBytes() throws Exception {
    stageTwo();
    Path kept = copyOfBlobs();
    round.advance();
    Path sums = round.directory("masked-sums");
    byte[] before = Files.readAllBytes(sums.resolve("1"));
    restore(kept);
    forgetSums();

    round.advance();

    assertThat(Files.readAllBytes(sums.resolve("1"))).isEqualTo(before);
    assertThat(round.summed()).isEqualTo(2);
    round.finish();
  }

  @Test
  void crash_betweenTheSumsOfARun_isRepeated() throws Exception {
    stageTwo();
    Path kept = copyOfBlobs();
    round.advance();
    restore(kept);
    forgetSums();
    Files.delete(round.directory("masked-sums").resolve("1"));

    round.finish();
  }

  @Test
  void crash_beforeStagedChunksAreDeleted_countsNoneTwice() throws Exception {
    stageTwo();
    Path kept = copyOfBlobs();
    round.advance();
    restore(kept);
    assertThat(files("blobs")).isEqualTo(6);

    round.advance();

    assertThat(files("blobs")).isZero();
    round.finish();
  }

  @Test
  void crash_whileStagedChunksAreDeleted_isRepeated() throws Exception {
    stageTwo();
    Path kept = copyOfBlobs();
    round.advance();
    restore(kept);
    Files.delete(round.directory("blobs").resolve(all.get(1).name()).resolve("0"));

    round.finish();
  }

  @Test
  void crash_whileMasksComeOff_isRepeated() throws Exception {
    openTolerantRound();
    round.run();
    Path masked = round.directory("masked-sums");
    Path away = Files.createTempDirectory("masked");
    Files.copy(masked.resolve("0"), away.resolve("0"));
    Files.move(masked.resolve("2"), away.resolve("2"));
    assertThatThrownBy(() -> round.sum()).isInstanceOf(NoSuchFileException.class);
    assertThat(masked.resolve("0")).doesNotExist();

    // Chunk 0 is named without its masks, and its twin with masks not yet deleted.
    Files.move(away.resolve("0"), masked.resolve("0"));
    Files.move(away.resolve("2"), masked.resolve("2"));

    assertThat(round.sum()).isEqualTo(BareRound.plainSum(all));
    assertThat(files("masked-sums")).isZero();
  }

  @Test
  void housekeeping_ofAWindowedRound_leavesWhatItNeeds() throws Exception {
    stageTwo();
    round.advance();
    all.getFirst().put(round.hex(), 2);
    age(round.directory("masked-sums"));
    age(round.directory("blobs"));

    TestHousekeeping.run(coordinator);

    assertThat(files("masked-sums")).isEqualTo(2);
    assertThat(files("blobs")).isEqualTo(1);
    round.finish();
  }

  @Test
  void twoProcesses_summingAtOnce_countNoChunkTwice() throws Exception {
    stageTwo();
    var spool = coordinator.bean(WindowedSpool.class);
    var read = round.read();
    AtOnce.call(
        4,
        () -> {
          spool.advance(read);
          return true;
        });

    assertThat(round.summed()).isEqualTo(WINDOW);
    round.finish();
  }

  private void stageTwo() {
    for (int chunk = 0; chunk < WINDOW; chunk++) {
      for (TestParticipant participant : all) {
        round.stage(participant, chunk);
      }
    }
  }

  private UploadWindow window(TestParticipant participant) {
    return participant.get("/v1/rounds/" + round.hex() + "/window").as(UploadWindow.class);
  }

  private Path copyOfBlobs() throws IOException {
    Path copy = Files.createTempDirectory("blobs");
    FileSystemUtils.copyRecursively(round.directory("blobs"), copy);
    return copy;
  }

  private void restore(Path kept) throws IOException {
    FileSystemUtils.copyRecursively(kept, round.directory("blobs"));
  }

  private static void age(Path tree) throws IOException {
    FileTime longAgo = FileTime.from(Instant.now().minus(Duration.ofDays(1)));
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, longAgo);
      }
    }
  }

  private void forgetSums() {
    coordinator.update("update round set summed_chunks = 0 where id = ?", round.hex());
    assertThat(round.summed()).isZero();
  }

  private long files(String area) throws IOException {
    Path directory = round.directory(area);
    if (Files.notExists(directory)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).count();
    }
  }
}
