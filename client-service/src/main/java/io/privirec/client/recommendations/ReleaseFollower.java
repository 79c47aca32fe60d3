package io.privirec.client.recommendations;

import io.privirec.client.coordinator.CoordinatorClient;
import io.privirec.client.coordinator.CoordinatorException;
import io.privirec.client.coordinator.CoordinatorRefusedException;
import io.privirec.client.coordinator.CoordinatorText;
import io.privirec.client.participant.Participant;
import io.privirec.client.participant.ParticipantStore;
import io.privirec.client.runtime.ReleaseListener;
import io.privirec.serving.CurrentRecommender;
import io.privirec.serving.ExactForm;
import io.privirec.serving.Recommender;
import io.privirec.serving.ReleaseDownloader;
import io.privirec.serving.ReleaseStore;
import io.privirec.serving.ReleaseVerificationException;
import io.privirec.serving.ScoringListener;
import io.privirec.serving.VerifiedRelease;
import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the newest verified release in use, one of popularity only where no other is. Asks rarely,
/// and at once when a session has published; begins with what is on disk, so that recommendations
/// do not need the coordinator.
public final class ReleaseFollower implements ReleaseListener, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ReleaseFollower.class);
  private static final Duration INTERVAL = Duration.ofSeconds(15);
  private static final Duration STOP_TIME = Duration.ofSeconds(10);
  private static final int KEPT_RELEASES = 2;

  private final CoordinatorClient coordinator;
  private final ParticipantStore participants;
  private final Path directory;
  private final CurrentRecommender current;
  private final @Nullable ExactForm form;
  private final Semaphore wake = new Semaphore(0);

  /// The coordinator's newest at the last time, taken into use or not.
  private String newest = "";

  private @Nullable VerifiedRelease inUse;
  private @Nullable Thread thread;

  /// Wires the follower; nothing runs yet.
  ///
  /// @param directory where releases are kept
  /// @param form of exact scores; null: the factors of releases are not kept
  public ReleaseFollower(
      CoordinatorClient coordinator,
      ParticipantStore participants,
      Path directory,
      CurrentRecommender current,
      @Nullable ExactForm form) {
    this.coordinator = coordinator;
    this.participants = participants;
    this.directory = directory;
    this.current = current;
    this.form = form;
  }

  public synchronized void start() {
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
        log.error("Releases cannot be followed; tried again", e);
      }
      pause();
    }
  }

  /// Follows until interrupted, or until the disk fails.
  private void follow(Participant pinning) {
    try {
      ReleaseStore store =
          ReleaseStore.open(
              directory,
              pinning.coordinatorKey(),
              form == null ? Set.of() : Set.of(ReleaseManifest.FACTORS));
      beginWith(store.bestFirst());
      try (ReleaseDownloader downloader = new ReleaseDownloader(coordinator.url(), store)) {
        while (!Thread.currentThread().isInterrupted()) {
          update(store, downloader);
          pause();
        }
      }
    } catch (IOException e) {
      log.error("Releases cannot be kept in {}", directory, e);
    }
  }

  /// The best that can be opened.
  private void beginWith(List<VerifiedRelease> kept) {
    for (VerifiedRelease release : kept) {
      try {
        use(release);
        return;
      } catch (IOException | ReleaseVerificationException | RuntimeException e) {
        log.warn("A kept release cannot be used: {}", printable(e));
      }
    }
  }

  private void update(ReleaseStore store, ReleaseDownloader downloader) {
    try {
      String latest = coordinator.latestRelease().manifest().releaseId();
      if (!latest.equals(newest)) {
        if (inUse == null) {
          beginWithHistories(store, downloader);
        }
        consider(downloader.fetch(latest), store);
        newest = latest;
      }
    } catch (CoordinatorRefusedException e) {
      if (!e.isNoRelease()) {
        log.warn("Asking for the newest release: {}", e.getMessage());
      }
    } catch (CoordinatorException e) {
      log.debug("Asking for the newest release: {}", e.getMessage());
    } catch (ReleaseVerificationException e) {
      log.warn("The newest release is refused: {}", printable(e));
    } catch (IOException e) {
      log.warn("The newest release could not be fetched: {}", printable(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// The newest of all may know popularity alone; it has its turn whatever comes of this.
  private void beginWithHistories(ReleaseStore store, ReleaseDownloader downloader)
      throws InterruptedException {
    try {
      Optional<VerifiedRelease> first = downloader.fetchNewestOfHistories();
      if (first.isPresent()) {
        consider(first.get(), store);
      }
    } catch (IOException | ReleaseVerificationException e) {
      log.warn("The newest release of histories cannot be used: {}", printable(e));
    }
  }

  private void consider(VerifiedRelease release, ReleaseStore store)
      throws IOException, ReleaseVerificationException {
    String id = release.manifest().releaseId();
    VerifiedRelease before = inUse;
    if (before == null || release.maySucceed(before)) {
      use(release);
      store.keepNewest(KEPT_RELEASES);
    } else {
      String answering = before.manifest().releaseId();
      log.info("Release {} is older or knows popularity alone, {} stays in use", id, answering);
      store.keepNewest(KEPT_RELEASES, Set.of(answering));
    }
  }

  private void use(VerifiedRelease release) throws IOException, ReleaseVerificationException {
    if (inUse != null && inUse.manifest().equals(release.manifest())) {
      return;
    }
    current.exchange(Recommender.open(release, ScoringListener.NONE, form));
    inUse = release;
    log.info("Recommending from release {}", release.manifest().releaseId());
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
