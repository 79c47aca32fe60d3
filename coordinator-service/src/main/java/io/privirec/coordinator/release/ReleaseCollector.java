package io.privirec.coordinator.release;

import io.privirec.coordinator.housekeeping.Collector;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Collects drafts of releases that died, files of releases that were never listed, and, where the
/// operator says so, the oldest releases.
final class ReleaseCollector implements Collector {
  private final ReleaseStore store;
  private final ReleaseFiles files;
  private final Clock clock;
  private final Duration inTheMaking;
  private final int kept;

  /// @param inTheMaking whatever is younger may be in the making: no file of a model is written for
  ///   so long
  /// @param kept releases that stay, the newest; 0 for all
  ReleaseCollector(
      ReleaseStore store, ReleaseFiles files, Clock clock, Duration inTheMaking, int kept) {
    this.store = store;
    this.files = files;
    this.clock = clock;
    this.inTheMaking = inTheMaking;
    this.kept = kept;
  }

  @Override
  public String what() {
    return "remains of releases";
  }

  @Override
  public int collect() throws IOException {
    Instant old = clock.instant().minus(inTheMaking);
    int removed = files.sweepDrafts(old) + retire();
    for (String id : files.ids()) {
      if (files.isOlder(id, old) && store.find(id).isEmpty()) {
        files.delete(id);
        removed++;
      }
    }
    return removed;
  }

  private int retire() throws IOException {
    List<Release> releases = kept == 0 ? List.of() : store.all();
    int removed = 0;
    for (Release release : releases.subList(Math.min(kept, releases.size()), releases.size())) {
      // Whoever finds a release listed finds its files: the record goes first.
      store.delete(release.id());
      files.delete(release.id());
      removed++;
    }
    return removed;
  }
}
