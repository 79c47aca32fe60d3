package io.privirec.round;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;

/// A map of bounded size that forgets what was not used for longest. Thread-safe.
public final class RecentlyUsed<K, V> {
  private final Map<K, V> entries;

  /// @param size entries kept at most
  public RecentlyUsed(int size) {
    entries =
        new LinkedHashMap<>(size, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > size;
          }
        };
  }

  /// The value, if still known.
  public synchronized Optional<V> get(K key) {
    return Optional.ofNullable(entries.get(key));
  }

  /// Forgets an entry.
  public synchronized void remove(K key) {
    entries.remove(key);
  }

  /// Puts a value, merged with the known one.
  public synchronized void merge(K key, V value, BinaryOperator<V> merge) {
    entries.merge(key, value, merge);
  }
}
