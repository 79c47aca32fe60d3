package io.privirec.lab.campaign;

/// What must hold whatever is killed.
enum Invariant {
  KILLS_MADE("every planned kill was made"),
  SUMS_EXACT("published factors are the plain sums over the stated survivors, bit for bit"),
  SURVIVORS_ENOUGH("every sum that was opened has U_min survivors or more"),
  STRICT_LOSES_NOBODY("strict sessions that were published lost nobody after their first sum"),
  RELEASES_VERIFY("published releases are whole and signed by the coordinator's key"),
  FAILURES_NAMED("attempts and sessions fail for named reasons that a kill can have"),
  FAILED_PUBLISH_NOTHING("what failed has published nothing, what succeeded one release"),
  ANSWERED_ONCE("no participant answered UNMASK in two attempts of one round"),
  SERVICES_COME_BACK("services end only when killed, and are ready again soon"),
  SESSIONS_END("after the last kill every session completes or fails by name"),
  SESSIONS_SUCCEED("at least half of the sessions that ended were published or rehearsed"),
  FRESH_SESSION("a fresh session over all participants completes with all of them"),
  NO_FILES("no chunks, sums, drafts, snapshots or broadcasts of sessions that are over"),
  NO_ROWS("no rows of rounds that are over, beyond what is documented"),
  NO_PROCESSES("no process of the campaign is left"),
  NO_SHARED_MEMORY("no shared memory or semaphores of a database server are left");

  private final String words;

  Invariant(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }
}
