package io.privirec.serving.metadata;

import io.privirec.wire.ItemMetadata;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// When items may be recommended. All beginnings and ends, sorted, cut time into stretches, within
/// each of which the same items are available. Immutable.
final class AvailabilityWindows {
  static final AvailabilityWindows NONE = new AvailabilityWindows(Map.of());

  private final Map<Integer, Window> windows;
  private final Instant[] bounds;

  private AvailabilityWindows(Map<Integer, Window> windows) {
    this.windows = windows;
    this.bounds =
        windows.values().stream()
            .flatMap(window -> Stream.of(window.from, window.until))
            .filter(Objects::nonNull)
            .distinct()
            .sorted()
            .toArray(Instant[]::new);
  }

  /// The windows after some changed; null for an item that no longer has metadata.
  AvailabilityWindows with(Map<Integer, @Nullable ItemMetadata> changes) {
    Map<Integer, Window> next = new HashMap<>(windows);
    boolean changed = false;
    for (Map.Entry<Integer, @Nullable ItemMetadata> change : changes.entrySet()) {
      Window window = Window.of(change.getValue());
      Window before =
          window == null ? next.remove(change.getKey()) : next.put(change.getKey(), window);
      changed |= !Objects.equals(before, window);
    }
    return changed ? new AvailabilityWindows(next) : this;
  }

  boolean isEmpty() {
    return windows.isEmpty();
  }

  /// The stretch that a time is in: how many bounds it has reached.
  int stretch(Instant time) {
    int at = Arrays.binarySearch(bounds, time);
    return at < 0 ? -at - 1 : at + 1;
  }

  /// The items that are not available during a stretch.
  BitSet unavailable(int stretch) {
    BitSet items = new BitSet();
    windows.forEach((item, window) -> {
      boolean begun = window.from == null || stretch(window.from) <= stretch;
      boolean over = window.until != null && stretch(window.until) <= stretch;
      if (!begun || over) {
        items.set(item);
      }
    });
    return items;
  }

  private record Window(@Nullable Instant from, @Nullable Instant until) {
    static @Nullable Window of(@Nullable ItemMetadata metadata) {
      return metadata == null
              || (metadata.availableFrom() == null && metadata.availableUntil() == null)
          ? null
          : new Window(metadata.availableFrom(), metadata.availableUntil());
    }
  }
}
