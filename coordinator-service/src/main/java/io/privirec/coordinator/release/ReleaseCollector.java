package io.privirec.coordinator.release;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Collects drafts of releases that died, files of releases that were never listed, and, where the
/// operator says so, the oldest releases.
///
/// @param inTheMaking whatever is younger may be in the making: no file of a model is written for
///   so long
/// @param kept releases that stay, the newest; 0 for all
record ReleaseCollector(
    ReleaseStore store, ReleaseFiles files, Clock clock, Duration inTheMaking, int kept) {
  /// One pass.
  ///
  /// @return how many things were removed
  int collect() throws IOException {
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
