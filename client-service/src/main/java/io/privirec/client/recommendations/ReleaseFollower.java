package io.privirec.client.recommendations;

import io.privirec.client.coordinator.CoordinatorClient;
import io.privirec.client.coordinator.CoordinatorText;
import io.privirec.client.participant.Participant;
import io.privirec.client.participant.ParticipantStore;
import io.privirec.client.recommendations.HomeSettings.Accept;
import io.privirec.client.runtime.ReleaseListener;
import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.log.LogField;
import io.privirec.edge.postgres.DatabaseOutage;
import io.privirec.serving.ranking.CurrentRecommender;
import io.privirec.serving.ranking.Recommender;
import io.privirec.serving.release.NoMemoryException;
import io.privirec.serving.release.NoRoomException;
import io.privirec.serving.release.ReleaseDownloader;
import io.privirec.serving.release.ReleaseFeed;
import io.privirec.serving.release.ReleaseStore;
import io.privirec.serving.release.ReleaseVerificationException;
import io.privirec.serving.release.VerifiedRelease;
import io.privirec.wire.Protection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/// Keeps the newest verified release in use. A release of popularity is in use only while there is
/// no other release. The follower begins with the releases on the disk, so recommendations do not
/// need the coordinator. It asks the coordinator rarely, and at once when a session has published.
///
/// With `privirec.client.accept` = `private` no release without noise becomes active. Such a
/// release that answered before the start stays active, with a warning.
@Component
final class ReleaseFollower implements ReleaseListener, ReleaseFeed.Subscriber, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ReleaseFollower.class);
  private static final Duration INTERVAL = Duration.ofSeconds(15);
  private static final Duration STOP_TIME = Duration.ofSeconds(10);
  private static final int KEPT_RELEASES = 2;

  private final CoordinatorClient coordinator;
  private final ParticipantStore participants;
  private final Path directory;
  private final LastRelease last;
  private final CurrentRecommender current;
  private final HomeSettings settings;
  private final HomeClaims claims;
  private final Semaphore wake = new Semaphore(0);

  private @Nullable VerifiedRelease inUse;
  private @Nullable String said;
  private volatile String whyNone = "no release was loaded so far";
  private @Nullable Thread thread;

  ReleaseFollower(
      CoordinatorClient coordinator,
      ParticipantStore participants,
      DataDirectory data,
      CurrentRecommender current,
      HomeSettings settings,
      HomeClaims claims) {
    this.coordinator = coordinator;
    this.participants = participants;
    this.directory = data.resolve("releases");
    this.last = new LastRelease(data.resolve("release-in-use"));
    this.current = current;
    this.settings = settings;
    this.claims = claims;
    log.info(
        "By privirec.client.accept {}. Earlier versions accepted all releases",
        settings.accept() == Accept.ANY
            ? "releases without noise become active, too"
            : "no release without noise becomes active");
  }

  @EventListener(ApplicationReadyEvent.class)
  synchronized void start() {
    thread = Thread.ofPlatform().daemon().name("release-follower").start(this::run);
  }

  @Override
  public void published() {
    wake.release();
  }

  private void run() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        Optional<Participant> pinning = participants.first();
        if (pinning.isPresent()) {
          follow(pinning.get());
        }
      } catch (RuntimeException e) {
        // Nobody would look for releases any more: the database may have been away.
        if (!DatabaseOutage.explains(e)) {
          log.error("Releases cannot be followed; tried again", e);
        }
      }
      pause();
    }
  }

  /// Follows until interrupted, or until the disk fails.
  private void follow(Participant pinning) {
    try {
      ReleaseStore store = ReleaseStore.open(directory, pinning.coordinatorKey(), settings.exact());
      ReleaseDownloader downloader =
          new ReleaseDownloader(coordinator.url(), coordinator.tls(), store);
      try (ReleaseFeed feed = new ReleaseFeed(store, downloader, KEPT_RELEASES, this)) {
        beginFromLast(store);
        feed.beginFromDisk();
        while (!Thread.currentThread().isInterrupted()) {
          update(feed);
          pause();
        }
      }
    } catch (IOException e) {
      log.error("Releases cannot be kept in {}", directory, e);
    }
  }

  /// Begins with the release that answered before the start, whatever its kind. Earlier versions
  /// answered from the best release on the disk, and kept no name.
  private void beginFromLast(ReleaseStore store) throws IOException {
    if (isServing()) {
      return;
    }
    Optional<String> name = last.name();
    Optional<VerifiedRelease> before =
        last.isKept()
            ? name.isPresent() ? store.find(name.get()) : Optional.empty()
            : store.bestFirst().stream().findFirst();
    if (before.isEmpty()) {
      keep("");
      return;
    }
    try {
      activate(
          store.bestFirst().stream()
              .filter(this::accepts)
              .findFirst()
              .filter(better -> better.maySucceed(before.get()))
              .orElse(before.get()));
    } catch (IOException | ReleaseVerificationException | RuntimeException e) {
      cannotBegin("The release that answered before the start", e);
    }
  }

  private void update(ReleaseFeed feed) {
    try {
      feed.poll();
      coordinator.contact().answered();
      said = null;
    } catch (ReleaseVerificationException e) {
      log.warn("The newest release is refused: {}", printable(e));
    } catch (NoMemoryException e) {
      sayOnce("The newest release is not opened", e);
    } catch (NoRoomException e) {
      sayOnce("The disk has no room for the newest release", e);
    } catch (IOException e) {
      coordinator.contact().failed("the newest release could not be fetched: " + printable(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// The release is offered again every few seconds.
  private void sayOnce(String what, IOException why) {
    if (what.equals(said)) {
      log.debug("{}: {}", what, printable(why));
    } else {
      said = what;
      log.error("{}: {}", what, printable(why));
    }
  }

  @Override
  public boolean isServing() {
    return inUse != null;
  }

  private boolean accepts(VerifiedRelease release) {
    boolean isPrivate =
        release.manifest().protection() == Protection.PRIVATE
            && !claims.isWithoutNoise(release.manifest().sessionId());
    return isPrivate || settings.accept() == Accept.ANY;
  }

  @Override
  public void begin(VerifiedRelease release) throws IOException, ReleaseVerificationException {
    if (!accepts(release)) {
      throw new ReleaseVerificationException(
          ReleaseVerificationException.Reason.PROTECTION_CONTRADICTED,
          "a ledger here has a sum without noise of its session");
    }
    activate(release);
  }

  private void activate(VerifiedRelease release) throws IOException, ReleaseVerificationException {
    current.exchange(Recommender.open(release));
    inUse = release;
    String id = release.manifest().releaseId();
    log.atInfo()
        .addKeyValue(LogField.ACTION, "model-activated")
        .addKeyValue(LogField.RELEASE, id)
        .log("Recommending from release {}", id);
    if (!accepts(release)) {
      log.warn(
          "Release {} is a no-noise release and stays active, because it was active before; privirec.client.accept is private, so that no newer no-noise release becomes active",
          id);
    }
    keep(id);
  }

  @Override
  public boolean accepts(Protection protection) {
    return settings.accept() == Accept.ANY || protection == Protection.PRIVATE;
  }

  /// A disk without room must not end answers.
  private void keep(String name) {
    try {
      last.keep(name);
    } catch (IOException e) {
      log.error("The name of the release in use cannot be kept: {}", printable(e));
    }
  }

  /// Says why no release answers, for callers.
  String whyNone() {
    return whyNone;
  }

  @Override
  public boolean take(VerifiedRelease newest) throws IOException, ReleaseVerificationException {
    String id = newest.manifest().releaseId();
    VerifiedRelease before = inUse;
    if (!accepts(newest)) {
      return passOver(id);
    }
    if (before == null || newest.maySucceed(before)) {
      begin(newest);
      return true;
    }
    String answering = before.manifest().releaseId();
    if (id.equals(answering)) {
      return false;
    }
    log.info("Release {} is older or knows popularity alone, {} stays in use", id, answering);
    return true;
  }

  private boolean passOver(String id) {
    boolean isNews = !inUse().contains(id);
    if (isNews) {
      whyNone =
          "release %s is a no-noise release, and privirec.client.accept is private: set it to any to activate such releases"
              .formatted(id);
      log.info("Release {} does not become active: {}", id, whyNone);
    }
    return isNews;
  }

  @Override
  public Set<String> inUse() {
    VerifiedRelease release = inUse;
    return release == null ? Set.of() : Set.of(release.manifest().releaseId());
  }

  @Override
  public void cannotBegin(String release, Exception why) {
    log.warn("{} cannot be used: {}", release, printable(why));
  }

  /// The reason may name what the coordinator sent.
  private static String printable(Exception e) {
    return CoordinatorText.printable(String.valueOf(e.getMessage()));
  }

  private void pause() {
    try {
      wake.tryAcquire(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
      wake.drainPermits();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    Thread running;
    synchronized (this) {
      running = thread;
    }
    if (running != null) {
      running.interrupt();
      try {
        running.join(STOP_TIME);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    current.close();
  }
}
