package io.privirec.coordinator.release;

import io.privirec.coordinator.housekeeping.Collector;
import io.privirec.coordinator.housekeeping.HousekeepingSettings;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/// Collects drafts of releases that died, files of releases that were never listed, and, where the
/// operator says so, the oldest releases.
@Component
record ReleaseCollector(
    ReleaseStore store, ReleaseFiles files, Clock clock, HousekeepingSettings settings)
    implements Collector {
  @Override
  public String remains() {
    return "remains of releases";
  }

  @Override
  public int collect() throws IOException {
    // A younger file may be in the making: no file of a model is written for so long.
    Instant old = clock.instant().minus(settings.orphanAge());
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
    int kept = settings.keepReleases();
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
