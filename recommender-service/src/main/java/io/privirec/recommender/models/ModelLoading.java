package io.privirec.recommender.models;

import io.privirec.edge.datadir.DiskFull;
import io.privirec.edge.log.LogField;
import io.privirec.serving.ranking.Recommender;
import io.privirec.serving.ranking.SharedRecommender;
import io.privirec.serving.release.NoMemoryException;
import io.privirec.serving.release.NoRoomException;
import io.privirec.serving.release.ReleaseDownloader;
import io.privirec.serving.release.ReleaseFeed;
import io.privirec.serving.release.ReleaseStore;
import io.privirec.serving.release.ReleaseVerificationException;
import io.privirec.serving.release.VerifiedRelease;
import io.privirec.wire.Protection;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes models of releases: verified, opened, warmed up, and only then known to anybody. One
/// release at a time.
final class ModelLoading implements ReleaseFeed.Subscriber, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ModelLoading.class);

  private final ReentrantLock loading = new ReentrantLock();
  private final ReleaseStore store;
  private final ReleaseDownloader downloader;
  private final Models models;
  private final ModelSettings settings;
  private final ModelMeters meters;
  private final Clock clock;

  private final ReleaseFeed feed;
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
    this.feed = new ReleaseFeed(store, downloader, settings.keepReleases(), this);
    this.models = models;
    this.settings = settings;
    this.meters = meters;
    this.clock = clock;
  }

  /// Loads the chosen models that are on the disk, the active one first, so that answers need no
  /// coordinator. Where that one is not there, the best release takes its place.
  void restore() throws IOException {
    loading.lock();
    try {
      for (String version : models.missing()) {
        restore(version);
        if (version.equals(models.choices().active())) {
          feed.beginFromDisk();
        }
      }
      feed.beginFromDisk();
    } finally {
      restored = true;
      loading.unlock();
    }
  }

  /// Whether what was chosen before the start has been looked for.
  boolean isRestored() {
    return restored;
  }

  /// One that cannot be loaded keeps nothing from the others.
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

  /// Loads the coordinator's newest release, unless it was loaded before.
  void refresh() throws IOException, InterruptedException, ReleaseVerificationException {
    loading.lockInterruptibly();
    try {
      feed.poll();
    } finally {
      loading.unlock();
    }
  }

  @Override
  public boolean isServing() {
    return models.active().isPresent();
  }

  @Override
  public void begin(VerifiedRelease release) throws IOException, ReleaseVerificationException {
    place(open(release), models::addInstead);
  }

  @Override
  public boolean accepts(Protection protection) {
    return models.policy().accepts(protection);
  }

  /// A release that is not accepted stays on the disk, for `:load`, and takes no memory.
  @Override
  public boolean take(VerifiedRelease newest) throws IOException, ReleaseVerificationException {
    if (!accepts(newest.manifest().protection())) {
      return passOver(newest);
    }
    boolean isNews =
        !isServing() || !newest.manifest().releaseId().equals(models.choices().newest());
    if (isNews) {
      place(open(newest), models::arrived);
    }
    return isNews;
  }

  private boolean passOver(VerifiedRelease newest) {
    boolean isInUse = inUse().contains(newest.manifest().releaseId());
    if (!isInUse) {
      models.passOver(newest);
    }
    return !isInUse;
  }

  @Override
  public Set<String> inUse() {
    return Set.copyOf(models.choices().loaded());
  }

  @Override
  public void cannotBegin(String release, Exception why) {
    if (why instanceof ReleaseVerificationException refused) {
      meters.refused(refused.reason());
    }
    log.warn("{} cannot be used: {}", release, why.getMessage());
  }

  /// Fetches chosen models that are missing.
  ///
  /// @return whether all are loaded now
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

  /// Loads a release by its id, from the disk or from the coordinator.
  ///
  /// @throws ModelRefusal if there is none, it does not verify, or there is no room for it
  void load(String version) throws InterruptedException {
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
    } catch (NoMemoryException e) {
      throw new ModelRefusal.NoMemory(e);
    } catch (IOException e) {
      if (e instanceof NoRoomException || DiskFull.explains(e)) {
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
    Recommender recommender = Recommender.open(release, meters.scoring(release));
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
    log.atInfo()
        .addKeyValue(LogField.ACTION, "model-loaded")
        .addKeyValue(LogField.MODEL, model.version())
        .log(
            "Model {} loaded: {} items, in {} ms",
            model.version(),
            recommender.items(),
            took.toMillis());
    return model;
  }

  @Override
  public void close() {
    feed.close();
  }
}
