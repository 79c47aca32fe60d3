package io.privirec.coordinator.session;

import io.privirec.coordinator.housekeeping.Collector;
import io.privirec.coordinator.housekeeping.HousekeepingSettings;
import io.privirec.coordinator.release.Releases;
import io.privirec.round.Rounds;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Collects working directories of sessions that are over, and sessions of long ago.
record SessionCollector(
    SessionStore store,
    Rounds rounds,
    Releases releases,
    SessionDirectory directory,
    HousekeepingSettings settings)
    implements Collector {
  @Override
  public String remains() {
    return "remains of sessions";
  }

  @Override
  public int collect() throws IOException {
    // A session is stored before its directory is made: what has none now is needed no more.
    Set<String> idle = new HashSet<>(directory.sessions());
    idle.removeAll(store.active(idle));
    for (String session : idle) {
      directory.delete(session);
    }
    return idle.size() + forgetOldest();
  }

  private int forgetOldest() {
    List<String> over = store.over();
    Set<String> released = releases.sessions();
    List<String> old =
        over.stream().filter(id -> !released.contains(id)).skip(settings.keepSessions()).toList();
    // The rounds first: a crash in between leaves a session without rounds, which the next pass
    // finds again.
    rounds.forget(old);
    store.forget(old);
    return old.size();
  }
}
