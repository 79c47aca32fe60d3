package io.privirec.serving.release;

import io.privirec.wire.Protection;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Decides which releases a service is offered, and in which order: to begin with the best one on
/// the disk or, where there is none, the coordinator's newest one that reads histories; from then
/// on the coordinator's newest one. Not thread-safe.
public final class ReleaseFeed implements AutoCloseable {
  private final ReleaseStore store;
  private final ReleaseDownloader downloader;
  private final int keep;
  private final Subscriber subscriber;

  /// The coordinator tells of a release once; it is kept here until the subscriber took it.
  private @Nullable VerifiedRelease waiting;

  /// The coordinator was searched for a release to begin with, and had none that can be used: no
  /// search before it has news.
  private boolean isSearched;

  /// A feed that has offered nothing yet.
  ///
  /// @param downloader into the store; closed with the feed
  /// @param keep how many of the newest releases stay on the disk, at least 1
  public ReleaseFeed(
      ReleaseStore store, ReleaseDownloader downloader, int keep, Subscriber subscriber) {
    this.store = store;
    this.downloader = downloader;
    this.keep = keep;
    this.subscriber = subscriber;
  }

  /// The service that answers from the releases.
  public interface Subscriber {
    /// Whether it answers from any release.
    boolean isServing();

    /// Whether the service may answer from releases of this kind without an operator's word.
    default boolean accepts(Protection protection) {
      return true;
    }

    /// Opens a release and answers from it, as there is no other.
    void begin(VerifiedRelease release) throws IOException, ReleaseVerificationException;

    /// Opens the coordinator's newest release, and answers from it where that is better than what
    /// it answers from.
    ///
    /// @return false: it was opened before
    boolean take(VerifiedRelease newest) throws IOException, ReleaseVerificationException;

    /// Ids of the releases that stay on the disk, however old.
    Set<String> inUse();

    /// Is told that a release to begin with was passed over.
    void cannotBegin(String release, Exception why);
  }

  /// Has a service that answers from no release begin with the best one on the disk that opens.
  public void beginFromDisk() throws IOException {
    if (subscriber.isServing()) {
      return;
    }
    for (VerifiedRelease release : store.bestFirst()) {
      if (!subscriber.accepts(release.manifest().protection())) {
        continue;
      }
      try {
        subscriber.begin(release);
        return;
      } catch (IOException | ReleaseVerificationException | RuntimeException e) {
        subscriber.cannotBegin("A release on the disk", e);
      }
    }
  }

  /// Offers what the coordinator published since the last time.
  ///
  /// @throws IOException if it cannot be had now; it is offered again the next time
  /// @throws ReleaseVerificationException if it must not be used
  public void poll() throws IOException, InterruptedException, ReleaseVerificationException {
    if (!subscriber.isServing() && !isSearched) {
      beginFromCoordinator();
    }
    Optional<VerifiedRelease> latest = downloader.fetchLatest();
    if (latest.isPresent()) {
      waiting = latest.get();
      isSearched = false;
    }
    VerifiedRelease newest = waiting;
    if (newest == null) {
      return;
    }
    boolean taken;
    try {
      taken = subscriber.take(newest);
    } catch (ReleaseVerificationException e) {
      waiting = null;
      throw e;
    }
    waiting = null;
    if (taken) {
      store.keepNewest(keep, subscriber.inUse());
    }
  }

  /// The newest release of all may have popularity alone, or be of a kind that is not accepted; the
  /// next step offers it all the same.
  private void beginFromCoordinator() throws InterruptedException {
    try {
      Optional<VerifiedRelease> best =
          downloader.fetchBest(manifest -> subscriber.accepts(manifest.protection()));
      isSearched = best.isEmpty();
      if (best.isPresent() && subscriber.accepts(best.get().manifest().protection())) {
        subscriber.begin(best.get());
      }
    } catch (IOException | ReleaseVerificationException e) {
      isSearched = e instanceof ReleaseVerificationException;
      subscriber.cannotBegin("The release to begin with", e);
    }
  }

  @Override
  public void close() {
    downloader.close();
  }
}
