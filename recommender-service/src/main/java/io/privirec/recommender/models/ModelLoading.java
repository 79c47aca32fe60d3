package io.privirec.recommender.models;

import io.privirec.edge.datadir.DiskFull;
import io.privirec.serving.ExactForm;
import io.privirec.serving.Recommender;
import io.privirec.serving.ReleaseDownloader;
import io.privirec.serving.ReleaseStore;
import io.privirec.serving.ReleaseVerificationException;
import io.privirec.serving.SharedRecommender;
import io.privirec.serving.VerifiedRelease;
import io.privirec.session.FactoredFilters;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes models of releases: verified, opened, warmed up, and only then known to anybody. One
 * release at a time.
 */
public final class ModelLoading implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ModelLoading.class);

  private final ReentrantLock loading = new ReentrantLock();
  private final ReleaseStore store;
  private final ReleaseDownloader downloader;
  private final Models models;
  private final ModelSettings settings;
  private final ModelMeters meters;
  private final Clock clock;

  /** The coordinator names a release once; it is kept here until it was loaded. */
  private @Nullable VerifiedRelease waiting;

  /** Whether this was done since the coordinator had news: it reads and opens a whole release. */
  private boolean soughtHistories;

  private volatile boolean restored;

  ModelLoading(
      ReleaseStore store,
      ReleaseDownloader downloader,
      Models models,
      ModelSettings settings,
      ModelMeters meters,
      Clock clock) {
    this.store = store;
    this.downloader = downloader;
    this.models = models;
    this.settings = settings;
    this.meters = meters;
    this.clock = clock;
  }

  /**
   * Loads the chosen models that are on the disk, the active one first, so that answers need no
   * coordinator. Where that one is not there, the best release takes its place.
   */
  void restore() throws IOException {
    loading.lock();
    try {
      for (String version : models.missing()) {
        restore(version);
        if (version.equals(models.choices().active())) {
          replaceActive();
        }
      }
      replaceActive();
    } finally {
      restored = true;
      loading.unlock();
    }
  }

  /** Whether what was chosen before the start has been looked for. */
  boolean isRestored() {
    return restored;
  }

  /** One that cannot be loaded keeps nothing from the others. */
  private void restore(String version) {
    try {
      Optional<VerifiedRelease> local = store.find(version);
      if (local.isEmpty()) {
        log.warn("Model {} was chosen and is not on the disk, or not intact", version);
      } else {
        place(open(local.get()), models::add);
      }
    } catch (IOException | ReleaseVerificationException | RuntimeException e) {
      log.warn("Model {} was chosen and cannot be loaded: {}", version, e.getMessage());
    }
  }

  private void replaceActive() throws IOException {
    if (models.active().isPresent()) {
      return;
    }
    for (VerifiedRelease release : store.bestFirst()) {
      try {
        place(open(release), models::addInstead);
        return;
      } catch (IOException | ReleaseVerificationException | RuntimeException e) {
        log.warn("A release on the disk cannot be used: {}", e.getMessage());
      }
    }
  }

  /** Loads the coordinator's newest release, unless it was loaded before. */
  void refresh() throws IOException, InterruptedException, ReleaseVerificationException {
    loading.lockInterruptibly();
    try {
      if (models.active().isEmpty() && !soughtHistories) {
        beginWithHistories();
      }
      Optional<VerifiedRelease> latest = downloader.fetchLatest();
      if (latest.isPresent()) {
        waiting = latest.get();
        soughtHistories = false;
      }
      VerifiedRelease release = waiting;
      if (release == null || !isNews(release)) {
        waiting = null;
        return;
      }
      place(open(release), models::arrived);
      waiting = null;
      store.keepNewest(settings.keepReleases(), Set.copyOf(models.choices().loaded()));
    } catch (ReleaseVerificationException e) {
      waiting = null;
      throw e;
    } finally {
      loading.unlock();
    }
  }

  /**
   * A first model that knows histories, where the newest of all may know popularity alone. That one
   * has its turn whatever comes of this.
   */
  private void beginWithHistories() throws InterruptedException {
    try {
      Optional<VerifiedRelease> first = downloader.fetchNewestOfHistories();
      soughtHistories = true;
      if (first.isPresent()) {
        place(open(first.get()), models::addInstead);
      }
    } catch (ReleaseVerificationException e) {
      soughtHistories = true;
      meters.refused(e.reason());
      log.warn("The newest release of histories cannot be used: {}", e.getMessage());
    } catch (IOException e) {
      log.warn("The newest release of histories could not be fetched: {}", e.getMessage());
    }
  }

  private boolean isNews(VerifiedRelease release) {
    String version = release.manifest().releaseId();
    return models.active().isEmpty() || !version.equals(models.choices().newest());
  }

  /**
   * Fetches chosen models that are missing.
   *
   * @return whether all are loaded now
   */
  boolean fetchMissing() throws InterruptedException {
    List<String> missing = models.missing();
    for (String version : missing) {
      try {
        load(version);
      } catch (ModelRefusal e) {
        log.info("Model {} was chosen and cannot be loaded: {}", version, e.getMessage());
      }
    }
    return missing.stream().allMatch(models::isLoaded);
  }

  /**
   * Loads a release by its id, from the disk or from the coordinator.
   *
   * @throws ModelRefusal if there is none, it does not verify, or there is no room for it
   */
  public void load(String version) throws InterruptedException {
    if (!ReleaseStore.isReleaseId(version)) {
      throw new ModelRefusal.UnknownRelease();
    }
    loading.lockInterruptibly();
    try {
      if (!models.isLoaded(version)) {
        place(open(downloader.fetch(version)), models::add);
      }
    } catch (FileNotFoundException e) {
      throw new ModelRefusal.UnknownRelease();
    } catch (IOException e) {
      if (DiskFull.explains(e)) {
        throw new ModelRefusal.DiskIsFull(e);
      }
      throw new ModelRefusal.UnreachableRelease(e);
    } catch (ReleaseVerificationException e) {
      meters.refused(e.reason());
      throw new ModelRefusal.RefusedRelease(e);
    } finally {
      loading.unlock();
    }
  }

  private static void place(LoadedModel model, Consumer<LoadedModel> into) {
    try {
      into.accept(model);
    } catch (RuntimeException e) {
      model.recommender().close();
      throw e;
    }
  }

  private LoadedModel open(VerifiedRelease release)
      throws IOException, ReleaseVerificationException {
    long start = System.nanoTime();
    ExactForm form =
        settings.exact()
            ? (manifest, factors) -> FactoredFilters.of(manifest.parameters(), factors)
            : null;
    Recommender recommender = Recommender.open(release, meters.scoring(release), form);
    try {
      recommender.warmUp(settings.warmUpRequests());
    } catch (RuntimeException e) {
      recommender.close();
      throw e;
    }
    LoadedModel model =
        new LoadedModel(release, new SharedRecommender(recommender), clock.instant());
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    meters.opened(model, took);
    log.info(
        "Model {} loaded: {} items, in {} ms",
        model.version(),
        recommender.items(),
        took.toMillis());
    return model;
  }

  @Override
  public void close() {
    downloader.close();
  }
}
