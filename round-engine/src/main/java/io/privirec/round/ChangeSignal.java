package io.privirec.round;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Wakes the threads that wait for a round to change, once the change is committed. It covers this
/// process alone: a waiting thread looks again after a bounded time to see what others changed.
public final class ChangeSignal {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long generation;
  private boolean closed;

  /// Counts changes. Read it before looking at what may change.
  public long generation() {
    lock.lock();
    try {
      return generation;
    } finally {
      lock.unlock();
    }
  }

  /// Tells that a change was committed.
  public void raise() {
    lock.lock();
    try {
      generation++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Ends all waiting: the service stops.
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Waits for a change after generation `seen`, at most `patience`.
  ///
  /// @return false when nobody should wait any more
  public boolean await(long seen, Duration patience) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = patience.toNanos();
      while (!closed && generation == seen && left > 0) {
        left = changed.awaitNanos(left);
      }
      return !closed;
    } finally {
      lock.unlock();
    }
  }
}
