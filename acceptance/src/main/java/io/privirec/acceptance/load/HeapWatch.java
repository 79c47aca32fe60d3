package io.privirec.acceptance.load;

import io.privirec.stage.meters.Meters;
import io.privirec.stage.meters.MetersApi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Looks at a service's heap every half second. What is in use right after a collection is the
/// least of some time: that must not grow.
final class HeapWatch implements AutoCloseable {
  private static final long EVERY_MILLIS = 500;

  /// @param at as [System#nanoTime] has it
  private record Look(long at, long bytes) {}

  private final MetersApi meters;
  private final List<Look> looks = new ArrayList<>();
  private final Thread watcher;

  HeapWatch(MetersApi meters) {
    this.meters = meters;
    this.watcher = Thread.ofVirtual().start(this::watch);
  }

  private void watch() {
    try {
      while (true) {
        look();
        Thread.sleep(EVERY_MILLIS);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() throws InterruptedException {
    try {
      long bytes = meters.meters().sum(Meters.MEMORY, "area=\"heap\"");
      synchronized (looks) {
        looks.add(new Look(System.nanoTime(), bytes));
      }
    } catch (IOException overloaded) {
      // No answer in time: the next look will tell.
    }
  }

  /// Returns the least in use in the first third of the time from `begun` on.
  long leastOfFirstThird(long begun) {
    List<Look> since = since(begun);
    return least(since.subList(0, (since.size() + 2) / 3));
  }

  /// Returns the least in use in the last third of the time from `begun` on.
  long leastOfLastThird(long begun) {
    List<Look> since = since(begun);
    return least(since.subList(since.size() * 2 / 3, since.size()));
  }

  /// Returns by how much the heap in use grew between two looks, at most: so much garbage may be in
  /// the first one after a collection.
  long mostBetweenLooks(long begun) {
    List<Look> since = since(begun);
    long most = 0;
    for (int n = 1; n < since.size(); n++) {
      most = Math.max(most, since.get(n).bytes() - since.get(n - 1).bytes());
    }
    return most;
  }

  private List<Look> since(long begun) {
    synchronized (looks) {
      return looks.stream().filter(look -> look.at() - begun >= 0).toList();
    }
  }

  private static long least(List<Look> looks) {
    return looks.stream().mapToLong(Look::bytes).min().orElse(0);
  }

  @Override
  public void close() {
    watcher.interrupt();
  }
}
