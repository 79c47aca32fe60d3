package io.privirec.coordinator.session;

import io.privirec.coordinator.release.Releases;
import io.privirec.round.Rounds;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Collects working directories of sessions that are over, and sessions of long ago.
///
/// @param kept sessions without a release that are remembered after they are over, the newest
record SessionCollector(
    SessionStore store, Rounds rounds, Releases releases, SessionDirectory directory, int kept) {
  /// One pass.
  ///
  /// @return how many things were removed
  int collect() throws IOException {
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
    List<String> old = over.stream().filter(id -> !released.contains(id)).skip(kept).toList();
    // The rounds first: a crash in between leaves a session without rounds, which the next pass
    // finds again.
    rounds.forget(old);
    store.forget(old);
    return old.size();
  }
}
