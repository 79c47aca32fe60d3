package io.privirec.acceptance.campaign;

/// What must hold whatever is killed.
enum Invariant {
  KILLS_MADE("every planned kill was made"),
  SUMS_EXACT(
      "published factors are the plain sums over exactly the release's cells, or those with one participant's noise, bit for bit"),
  NOISE_BOUNDED("counts with noise are those of the survivors, within ten standard deviations"),
  FACTORS_BOUNDED("fits with noise are those of the survivors, within six standard deviations"),
  NOISE_AS_PLANNED(
      "what ledgers say of a sum's noise is what its session planned, and no noise is had twice"),
  WHOLE_CELLS(
      "every closed sum over data is over whole cells, the same ones in all rounds of a session"),
  LEFT_OUT_BY_POLICY("cells are left out only where the policy says so, whole"),
  SURVIVORS_ENOUGH("every sum of a tolerant round has U_min survivors or more"),
  ONE_TEXT("under one mask there is one text: no chunk arrived with two digests"),
  NOTED_BEFORE_SENT("the digest of every chunk is noted before the chunk is sent"),
  CELL_BEFORE_CHUNK("the cell masked for is noted before the first chunk is sent"),
  ENTERED_BEFORE_CHUNK("a sum over data is in its holder's ledger before the first chunk is sent"),
  ENTERED_ONCE("ledgers are whole, and have every attempt that was masked for once"),
  RELEASES_VERIFY(
      "published releases are whole, signed by the coordinator's key, and of as many as the last sum"),
  FAILURES_NAMED("attempts and sessions fail for named reasons that a kill can have"),
  FAILED_PUBLISH_NOTHING("what failed has published nothing, what succeeded one release"),
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
