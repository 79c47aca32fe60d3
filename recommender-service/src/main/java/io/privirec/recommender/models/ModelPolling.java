package io.privirec.recommender.models;

import io.privirec.edge.datadir.DiskFull;
import io.privirec.edge.dependency.CoordinatorContact;
import io.privirec.serving.release.NoMemoryException;
import io.privirec.serving.release.NoRoomException;
import io.privirec.serving.release.ReleaseVerificationException;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The thread that loads models: those chosen before the start first, then whatever the coordinator
/// publishes. It begins while the rest of the service is still being put together, for which the
/// models need nothing. After a failure it waits longer each time; a release that does not verify
/// is large and will not get better soon.
final class ModelPolling implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ModelPolling.class);
  private static final Duration LONGEST_AWAY = Duration.ofSeconds(30);
  private static final Duration LONGEST_REFUSED = Duration.ofMinutes(10);

  private final ModelLoading loading;
  private final ModelMeters meters;
  private final CoordinatorContact contact;
  private final FirstRequests requests;
  private final Duration interval;
  private @Nullable Thread thread;

  ModelPolling(
      ModelLoading loading,
      ModelMeters meters,
      CoordinatorContact contact,
      FirstRequests requests,
      Duration interval) {
    this.loading = loading;
    this.meters = meters;
    this.contact = contact;
    this.requests = requests;
    this.interval = interval;
  }

  /// Begins; once.
  synchronized void start() {
    thread = Thread.ofPlatform().name("models").daemon().start(this::run);
  }

  @Override
  public synchronized void close() {
    Thread running = thread;
    if (running != null) {
      running.interrupt();
      try {
        running.join(Duration.ofSeconds(10));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      thread = null;
    }
  }

  private void run() {
    try {
      restore();
      requests.sendOnce();
      Duration pause = interval;
      Duration untilFetch = Duration.ZERO;
      Duration fetchPause = interval;
      while (!Thread.currentThread().isInterrupted()) {
        // What is missing at the coordinator will hardly come back soon: less and less often.
        if (!untilFetch.isPositive() && !fetchMissing()) {
          fetchPause = longer(fetchPause, LONGEST_REFUSED);
          untilFetch = fetchPause;
        }
        pause = refresh(pause);
        requests.sendOnce();
        untilFetch = untilFetch.minus(pause);
        Thread.sleep(pause);
      }
    } catch (InterruptedException e) {
      log.debug("No more models are looked for");
    }
  }

  private void restore() {
    try {
      loading.restore();
    } catch (IOException | RuntimeException e) {
      log.warn("The releases on the disk cannot be used", e);
    }
  }

  /// Whether all chosen models are loaded now.
  private boolean fetchMissing() throws InterruptedException {
    try {
      return loading.fetchMissing();
    } catch (RuntimeException e) {
      // Whatever it is: this thread goes on.
      if (!isStopping(e)) {
        log.error("The chosen models cannot be loaded", e);
      }
      return false;
    }
  }

  /// Returns how long to wait before the next time.
  private Duration refresh(Duration pause) throws InterruptedException {
    try {
      loading.refresh();
      contact.answered();
      return interval;
    } catch (ReleaseVerificationException e) {
      meters.refused(e.reason());
      log.error("The coordinator's newest release is refused: {}", e.getMessage());
      return longer(pause, LONGEST_REFUSED);
    } catch (IOException e) {
      if (isStopping(e)) {
        return pause;
      }
      if (e instanceof NoMemoryException) {
        log.error("The coordinator's newest release is not loaded: {}", e.getMessage());
        return longer(pause, LONGEST_REFUSED);
      }
      if (e instanceof NoRoomException || DiskFull.explains(e)) {
        log.error("The disk has no room for the coordinator's newest release: {}", e.getMessage());
        return longer(pause, LONGEST_REFUSED);
      }
      contact.failed("it serves no release: " + e.getMessage());
      return longer(pause, LONGEST_AWAY);
    } catch (ModelRefusal e) {
      log.warn("The newest release is not loaded: {}", e.getMessage());
      return longer(pause, LONGEST_REFUSED);
    } catch (RuntimeException e) {
      if (!isStopping(e)) {
        log.error("The newest release cannot be loaded", e);
      }
      return longer(pause, LONGEST_REFUSED);
    }
  }

  /// Whether a failure is that of a file that was written when the process was told to stop.
  private static boolean isStopping(Exception failure) {
    boolean isInterrupted = Thread.currentThread().isInterrupted();
    if (isInterrupted) {
      log.debug("Stopped while a model was loaded", failure);
    }
    return isInterrupted;
  }

  private static Duration longer(Duration pause, Duration longest) {
    Duration doubled = pause.multipliedBy(2);
    return doubled.compareTo(longest) < 0 ? doubled : longest;
  }
}
