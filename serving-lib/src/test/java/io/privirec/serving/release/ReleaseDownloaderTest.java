package io.privirec.serving.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.serving.TestRelease;
import io.privirec.serving.release.ReleaseVerificationException.Reason;
import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReleaseDownloaderTest {
  private static final PublicIdentityKey KEY = TestRelease.COORDINATOR.publicKey();

  @TempDir Path published;
  @TempDir Path local;
  private TestCoordinator coordinator;
  private ReleaseStore store;
  private ReleaseDownloader downloader;

  @BeforeEach
  void start() throws Exception {
    coordinator = new TestCoordinator();
    store = ReleaseStore.open(local, KEY, false);
    downloader = new ReleaseDownloader(coordinator.uri(), SSLContext.getDefault(), store);
  }

  @AfterEach
  void stop() {
    downloader.close();
    coordinator.close();
  }

  @Test
  void release_isFetchedOnceAndWhole() throws Exception {
    coordinator.publish(TestRelease.write(published, "r-1"));
    VerifiedRelease release = downloader.fetchLatest().orElseThrow();
    assertThat(release.directory()).isEqualTo(local.resolve("r-1"));
    assertThat(ReleaseVerifier.verify(release.directory(), KEY).manifest())
        .isEqualTo(release.manifest());
    int requests = coordinator.requests.size();
    assertThat(downloader.fetchLatest()).isEmpty();
    assertThat(coordinator.requests).hasSize(requests + 1);
  }

  @Test
  void release_thatIsHereAlready_isNotFetchedAgain() throws Exception {
    TestRelease.write(local, "r-1");
    coordinator.publish(TestRelease.write(published, "r-1"));
    assertThat(downloader.fetchLatest()).isPresent();
    assertThat(coordinator.requests).containsExactly("/v1/releases/latest");
  }

  @Test
  void files_thatNoAnswerIsMadeFrom_areNotFetched() throws Exception {
    coordinator.publish(TestRelease.write(published, "r-1"));
    VerifiedRelease release = downloader.fetchLatest().orElseThrow();
    assertThat(release.directory().toFile().list())
        .containsExactlyInAnyOrder(
            ReleaseManifest.MANIFEST,
            ReleaseManifest.SIGNATURE,
            ReleaseManifest.FILTER,
            ReleaseManifest.DEGREES,
            ReleaseManifest.CATALOGUE);
    assertThat(coordinator.requests).noneMatch(path -> path.endsWith(ReleaseManifest.FACTORS));
  }

  @Test
  void release_thatIsHereButDamaged_isFetchedAgain() throws Exception {
    Files.writeString(
        TestRelease.write(local, "r-1").resolve(ReleaseManifest.FILTER),
        "x",
        StandardOpenOption.APPEND);
    coordinator.publish(TestRelease.write(published, "r-1"));
    assertThat(downloader.fetchLatest()).isPresent();
    assertThat(store.bestFirst()).hasSize(1);
  }

  @Test
  void coordinator_withoutRelease_isNoFailure() throws Exception {
    assertThat(downloader.fetchLatest()).isEmpty();
  }

  @Test
  void file_thatIsNotTheSignedOne_leavesNothing() throws Exception {
    Path release = TestRelease.write(published, "r-1");
    Path filter = release.resolve(ReleaseManifest.FILTER);
    byte[] bytes = Files.readAllBytes(filter);
    bytes[bytes.length - 1] ^= 1;
    Files.write(filter, bytes);
    coordinator.publish(release);
    assertThatThrownBy(downloader::fetchLatest)
        .isInstanceOfSatisfying(
            ReleaseVerificationException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.DIGEST_MISMATCH));
    assertThat(local).isEmptyDirectory();
  }

  @Test
  void file_longerThanSigned_isCutOffAndLeavesNothing() throws Exception {
    Path release = TestRelease.write(published, "r-1");
    Files.write(
        release.resolve(ReleaseManifest.FILTER), new byte[1 << 20], StandardOpenOption.APPEND);
    coordinator.publish(release);
    assertThatThrownBy(downloader::fetchLatest).isInstanceOf(IOException.class);
    assertThat(local).isEmptyDirectory();
  }

  @Test
  void file_thatIsMissing_leavesNothingAndIsTriedAgain() throws Exception {
    Path release = TestRelease.write(published, "r-1");
    Path filter = release.resolve(ReleaseManifest.FILTER);
    Files.move(filter, published.resolve("elsewhere"));
    coordinator.publish(release);
    assertThatThrownBy(downloader::fetchLatest)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("404");
    assertThat(local).isEmptyDirectory();
    Files.move(published.resolve("elsewhere"), filter);
    assertThat(downloader.fetchLatest()).isPresent();
  }

  @Test
  void manifest_bySomebodyElse_isRefusedBeforeItsFilesAreFetched() throws Exception {
    Path release = TestRelease.write(published, "r-1");
    Files.writeString(release.resolve(ReleaseManifest.SIGNATURE), "AAAA");
    coordinator.publish(release);
    assertThatThrownBy(downloader::fetchLatest).isInstanceOf(ReleaseVerificationException.class);
    assertThat(coordinator.requests).noneMatch(path -> path.endsWith(ReleaseManifest.FILTER));
    assertThat(local).isEmptyDirectory();
  }

  @Test
  void manifest_ofAnotherRelease_isRefused() throws Exception {
    Path other = published.resolve("r-2");
    coordinator.publish(Files.move(TestRelease.write(published, "r-1"), other));
    assertThatThrownBy(() -> downloader.fetch("r-2"))
        .isInstanceOfSatisfying(
            ReleaseVerificationException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.INCONSISTENT));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ReleaseManifest.FILTER,
        ReleaseManifest.DEGREES,
        ReleaseManifest.CATALOGUE,
        ReleaseManifest.GRAM,
        "of-a-later-version.bin"
      })
  void manifest_thatClaimsAnImpossibleSize_isRefusedBeforeAFileIsAskedFor(String name)
      throws Exception {
    Path release = TestRelease.write(published, "r-1");
    TestRelease.claim(release, name, 1L << 40);
    coordinator.publish(release);

    assertThatThrownBy(downloader::fetchLatest)
        .isInstanceOfSatisfying(
            ReleaseVerificationException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.FILE_TOO_LARGE))
        .hasMessageContainingAll(name + " of 8 items has at most ", "Claimed: 1099511627776");
    assertThat(coordinator.requests)
        .containsExactly(
            "/v1/releases/latest",
            "/v1/releases/r-1/files/" + ReleaseManifest.MANIFEST,
            "/v1/releases/r-1/files/" + ReleaseManifest.SIGNATURE);
    assertThat(local).isEmptyDirectory();
  }

  @Test
  void release_withoutRoomOnTheDisk_isNotWritten() throws Exception {
    Path release = TestRelease.write(published, "r-1");
    coordinator.publish(release);
    long needed = 0;
    for (String name :
        List.of(ReleaseManifest.FILTER, ReleaseManifest.DEGREES, ReleaseManifest.CATALOGUE)) {
      needed += Files.size(release.resolve(name));
    }
    AtomicLong usable = new AtomicLong(UsableSpace.RESERVE_BYTES + needed - 1);
    ReleaseStore full = ReleaseStore.open(local, KEY, false, UsableSpace.measuredBy(usable::get));
    try (ReleaseDownloader intoFull =
        new ReleaseDownloader(coordinator.uri(), SSLContext.getDefault(), full)) {
      assertThatThrownBy(intoFull::fetchLatest)
          .isInstanceOf(NoRoomException.class)
          .hasMessage(
              "no-room: the files of release r-1 have %d bytes;"
                  + " the disk has %d beyond the %d bytes that stay free",
              needed, needed - 1, UsableSpace.RESERVE_BYTES);
      assertThat(coordinator.requests).noneMatch(path -> path.endsWith(ReleaseManifest.FILTER));
      assertThat(local).isEmptyDirectory();

      usable.incrementAndGet();
      assertThat(intoFull.fetchLatest()).isPresent();
    }
  }

  @Test
  void coordinator_thatIsAway_isAnIoFailure() {
    coordinator.close();
    assertThatThrownBy(downloader::fetchLatest).isInstanceOf(IOException.class);
  }

  @Test
  void store_opensWithoutWhatWasInterrupted_andPicksTheNewest() throws Exception {
    Files.createDirectories(local.resolve(".arriving-7/sub"));
    TestRelease.write(local, "old", TestRelease.CREATED);
    TestRelease.write(local, "new", TestRelease.CREATED.plusSeconds(60));
    TestRelease.write(local, "broken", TestRelease.CREATED.plusSeconds(120));
    Files.delete(local.resolve("broken").resolve(ReleaseManifest.FILTER));
    ReleaseStore reopened = ReleaseStore.open(local, KEY, false);
    assertThat(reopened.bestFirst())
        .extracting(release -> release.manifest().releaseId())
        .containsExactly("new", "old");
    assertThat(local.resolve(".arriving-7")).doesNotExist();
    reopened.keepNewest(1, Set.of());
    assertThat(local).isDirectoryNotContaining("glob:**/{old,broken}");
    assertThat(local.resolve("new")).exists();
  }

  @Test
  void release_succeedsAnOlderOne_ofPopularityOnlyItsKind() throws Exception {
    TestRelease.writePopularity(local, "popular");
    VerifiedRelease popular = store.bestFirst().getFirst();
    assertThat(popular.manifest().releaseId()).isEqualTo("popular");
    TestRelease.write(local, "old", TestRelease.CREATED.minusSeconds(60));
    VerifiedRelease personal = store.bestFirst().getFirst();
    assertThat(personal.manifest().releaseId()).isEqualTo("old");
    TestRelease.write(local, "new", TestRelease.CREATED);
    VerifiedRelease newer = store.bestFirst().getFirst();
    assertThat(newer.maySucceed(personal)).isTrue();
    assertThat(personal.maySucceed(newer)).isFalse();
    assertThat(popular.maySucceed(personal)).isFalse();
    assertThat(personal.maySucceed(popular)).isTrue();
  }
}
