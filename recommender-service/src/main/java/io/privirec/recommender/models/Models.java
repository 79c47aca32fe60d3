package io.privirec.recommender.models;

import io.privirec.serving.CurrentRecommender;
import io.privirec.serving.Recommender;
import io.privirec.serving.ReleaseDownloader;
import io.privirec.serving.ReleaseStore;
import io.privirec.serving.ReleaseVerificationException;
import io.privirec.serving.VerifiedRelease;
import io.privirec.wire.ModelView;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The model in use. Loading is one thread's business ({@link ModelPolling}); asking is everybody's.
 * A model is used only after its release was verified, opened and warmed up; until then, and
 * whatever becomes of a newer one, the model before it answers.
 */
public final class Models implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Models.class);

  private final ReleaseStore store;
  private final ReleaseDownloader downloader;
  private final ModelSettings settings;
  private final ModelMeters meters;
  private final Clock clock;
  private final CurrentRecommender current = new CurrentRecommender();
  private volatile @Nullable ModelView active;

  Models(
      ReleaseStore store,
      ReleaseDownloader downloader,
      ModelSettings settings,
      ModelMeters meters,
      Clock clock) {
    this.store = store;
    this.downloader = downloader;
    this.settings = settings;
    this.meters = meters;
    this.clock = clock;
  }

  /** Asks the model in use; empty while there is none. */
  public <T> Optional<T> ask(Function<Recommender, T> question) {
    return current.ask(question);
  }

  /** The model in use; empty while there is none. */
  public Optional<ModelView> active() {
    return Optional.ofNullable(active);
  }

  /** Loads the newest release that is on the disk, so that answers need no coordinator. */
  void loadLocal() throws IOException, ReleaseVerificationException {
    Optional<VerifiedRelease> local = store.newest();
    if (local.isPresent()) {
      load(local.get());
    }
  }

  /** Asks the coordinator for its newest release and loads it, unless it is in use already. */
  void refresh() throws IOException, InterruptedException, ReleaseVerificationException {
    Optional<VerifiedRelease> latest = downloader.fetchLatest();
    if (latest.isPresent() && !isActive(latest.get())) {
      load(latest.get());
      store.keepNewest(settings.keepReleases());
    }
  }

  private boolean isActive(VerifiedRelease release) {
    ModelView view = active;
    return view != null && view.modelVersion().equals(release.manifest().releaseId());
  }

  private void load(VerifiedRelease release) throws IOException, ReleaseVerificationException {
    long start = System.nanoTime();
    Recommender next = Recommender.open(release, meters.scoring(release));
    try {
      next.warmUp(settings.warmUpRequests());
    } catch (RuntimeException e) {
      next.close();
      throw e;
    }
    ModelView view = next.view(true, false, clock.instant());
    current.exchange(next);
    active = view;
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    meters.loaded(release, view, took);
    log.info(
        "Model {} in use: {} items, loaded in {} ms",
        view.modelVersion(),
        view.items(),
        took.toMillis());
  }

  @Override
  public void close() {
    current.close();
    downloader.close();
  }
}
