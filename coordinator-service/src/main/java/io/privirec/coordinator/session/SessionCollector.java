package io.privirec.coordinator.session;

import io.privirec.coordinator.housekeeping.Collector;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/// Collects working directories of sessions that are over, and sessions of long ago.
final class SessionCollector implements Collector {
  private final SessionStore store;
  private final SessionDirectory directory;
  private final int kept;

  /// @param kept sessions without a release that are remembered after they are over, the newest
  SessionCollector(SessionStore store, SessionDirectory directory, int kept) {
    this.store = store;
    this.directory = directory;
    this.kept = kept;
  }

  @Override
  public String what() {
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
    return idle.size() + store.forgetAllBut(kept);
  }
}
