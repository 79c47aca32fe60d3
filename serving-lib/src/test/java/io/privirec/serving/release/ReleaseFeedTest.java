package io.privirec.serving.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.serving.TestRelease;
import io.privirec.wire.Protection;
import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleaseFeedTest implements ReleaseFeed.Subscriber {
  @TempDir Path published;
  @TempDir Path local;
  private final List<String> events = new ArrayList<>();
  private TestCoordinator coordinator;
  private ReleaseFeed feed;
  private boolean serving;
  private String broken = "";
  private boolean acceptsAll = true;

  @BeforeEach
  void open() throws Exception {
    coordinator = new TestCoordinator();
    ReleaseStore store = ReleaseStore.open(local, TestRelease.COORDINATOR.publicKey(), false);
    feed =
        new ReleaseFeed(
            store,
            new ReleaseDownloader(coordinator.uri(), SSLContext.getDefault(), store),
            1,
            this);
  }

  @AfterEach
  void close() {
    feed.close();
    coordinator.close();
  }

  @Override
  public boolean isServing() {
    return serving;
  }

  @Override
  public boolean accepts(Protection protection) {
    return acceptsAll || protection == Protection.PRIVATE;
  }

  @Override
  public void begin(VerifiedRelease release) throws IOException {
    take(release);
  }

  @Override
  public boolean take(VerifiedRelease newest) throws IOException {
    String id = newest.manifest().releaseId();
    if (id.equals(broken)) {
      throw new IOException("cannot open " + id);
    }
    events.add(id);
    serving = true;
    return true;
  }

  @Override
  public Set<String> inUse() {
    return Set.of("used");
  }

  @Override
  public void cannotBegin(String release, Exception why) {
    events.add(release + ": " + why.getMessage());
  }

  @Test
  void disk_isBegunWith_atTheBestReleaseThatOpens() throws Exception {
    TestRelease.writePopularity(local, "popular");
    TestRelease.write(local, "old", TestRelease.CREATED.minusSeconds(60));
    TestRelease.write(local, "new");
    broken = "new";
    feed.beginFromDisk();
    feed.beginFromDisk();
    assertThat(events).containsExactly("A release on the disk: cannot open new", "old");
  }

  @Test
  void newest_thatCannotBeTaken_isOfferedAgain_andOnceTakenNoMore() throws Exception {
    serving = true;
    TestRelease.write(local, "old", TestRelease.CREATED.minusSeconds(60));
    TestRelease.write(local, "used", TestRelease.CREATED.minusSeconds(90));
    coordinator.publish(TestRelease.write(published, "new"));
    broken = "new";
    assertThatThrownBy(feed::poll).isInstanceOf(IOException.class);
    broken = "";
    feed.poll();
    feed.poll();
    assertThat(events).containsExactly("new");
    assertThat(local.toFile().list()).containsExactlyInAnyOrder("new", "used");
  }

  @Test
  void manifest_withALie_changesNothing_andTheNextReleaseIsOffered() throws Exception {
    serving = true;
    Path lie = TestRelease.write(published, "lie", TestRelease.CREATED.minusSeconds(60));
    TestRelease.claim(lie, ReleaseManifest.FILTER, 1L << 50);
    coordinator.publish(lie);
    assertThatThrownBy(feed::poll)
        .isInstanceOf(ReleaseVerificationException.class)
        .hasMessageStartingWith("file-too-large: filter.safetensors of 8 items");
    assertThat(events).isEmpty();
    assertThat(local).isEmptyDirectory();

    coordinator.publish(TestRelease.write(published, "good"));
    feed.poll();
    assertThat(events).containsExactly("good");
  }

  @Test
  void disk_isBegunWith_atTheBestReleaseThatIsAccepted() throws Exception {
    acceptsAll = false;
    TestRelease.write(local, "new", TestRelease.CREATED.plusSeconds(60));
    feed.beginFromDisk();
    assertThat(events).isEmpty();
    TestRelease.writePrivate(local, "noisy");
    feed.beginFromDisk();
    assertThat(events).containsExactly("noisy");
  }

  /// The subscriber of this test takes every release.
  @Test
  void coordinator_isSearchedForAnAcceptedRelease_onceForEachNews() throws Exception {
    acceptsAll = false;
    coordinator.publish(TestRelease.writePrivate(published, "noisy"));
    coordinator.publish(TestRelease.write(published, "new", TestRelease.CREATED.plusSeconds(60)));
    feed.poll();
    assertThat(events).containsExactly("noisy", "new");

    serving = false;
    coordinator.withdraw("noisy");
    coordinator.requests.clear();
    for (int poll = 0; poll < 3; poll++) {
      feed.poll();
    }
    // One page, and the empty one after it.
    assertThat(coordinator.requests).filteredOn(request -> request.contains("?")).hasSize(2);
  }

  @Test
  void serviceWithoutRelease_whoseCoordinatorIsAway_isToldThatNothingIsThereToBeginWith() {
    coordinator.close();
    assertThatThrownBy(feed::poll).isInstanceOf(IOException.class);
    assertThat(events).singleElement().asString().startsWith("The release to begin with");
  }
}
