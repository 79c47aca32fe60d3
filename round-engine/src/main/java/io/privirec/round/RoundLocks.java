package io.privirec.round;

import io.privirec.secagg.RoundId;
import java.util.concurrent.locks.ReentrantLock;

/// Keeps the threads of this process from racing for one round. Processes race in the database.
final class RoundLocks {
  private static final int STRIPES = 64;

  private final ReentrantLock[] stripes = new ReentrantLock[STRIPES];

  RoundLocks() {
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new ReentrantLock();
    }
  }

  void lock(RoundId round) {
    stripe(round).lock();
  }

  void unlock(RoundId round) {
    stripe(round).unlock();
  }

  private ReentrantLock stripe(RoundId round) {
    return stripes[Math.floorMod(round.hashCode(), STRIPES)];
  }
}
