package io.privirec.lab.load;

import io.privirec.lab.http.Meters;
import io.privirec.lab.http.MetersApi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Looks at a service's heap every half second. What is in use right after a collection is the
/// least of some time: that must not grow.
final class HeapWatch implements AutoCloseable {
  private static final long EVERY_MILLIS = 500;

  private final MetersApi meters;
  private final List<Long> used = new ArrayList<>();
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
      synchronized (used) {
        used.add(bytes);
      }
    } catch (IOException overloaded) {
      // No answer in time: the next look will tell.
    }
  }

  long leastOfFirstThird() {
    synchronized (used) {
      return least(used.subList(0, (used.size() + 2) / 3));
    }
  }

  long leastOfLastThird() {
    synchronized (used) {
      return least(used.subList(used.size() * 2 / 3, used.size()));
    }
  }

  private static long least(List<Long> bytes) {
    return bytes.stream().mapToLong(Long::longValue).min().orElse(0);
  }

  @Override
  public void close() {
    watcher.interrupt();
  }
}
