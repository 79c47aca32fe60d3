package io.privirec.serving.metadata;

import io.privirec.wire.ItemMetadata;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The metadata of all items as of one change. Numbers of changes grow, until the database is
/// restored to an earlier one; versions read since are newer than all before. Immutable. It
/// remembers what changed since the version that it was made from, so that an index can follow
/// without being built anew.
public final class MetadataVersion {
  /// No item has metadata.
  public static final MetadataVersion EMPTY = new MetadataVersion(0, 0, Map.of(), -1, Set.of());

  private final long restores;
  private final long number;
  private final Map<String, ItemMetadata> items;
  private final long previous;
  private final Set<String> changed;

  private MetadataVersion(
      long restores,
      long number,
      Map<String, ItemMetadata> items,
      long previous,
      Set<String> changed) {
    this.restores = restores;
    this.number = number;
    this.items = items;
    this.previous = previous;
    this.changed = changed;
  }

  /// A version that is made from no other.
  public static MetadataVersion of(long number, Map<String, ItemMetadata> items) {
    return new MetadataVersion(0, number, Map.copyOf(items), -1, Set.of());
  }

  /// A version that was read after this one, whole. It is newer whatever its number is: a lower one
  /// is that of a database that was restored.
  public MetadataVersion replaced(long number, Map<String, ItemMetadata> items) {
    long restored = number > this.number ? restores : restores + 1;
    return new MetadataVersion(restored, number, Map.copyOf(items), -1, Set.of());
  }

  /// The version after some changes.
  ///
  /// @param number of the last of them, above this version's
  /// @param changes by item id; empty for an item that has no metadata any more
  public MetadataVersion with(long number, Map<String, Optional<ItemMetadata>> changes) {
    if (number <= this.number) {
      throw new IllegalArgumentException(
          "number must be above %s. Provided: %s".formatted(this.number, number));
    }
    Map<String, ItemMetadata> next = new HashMap<>(items);
    changes.forEach((item, metadata) -> {
      if (metadata.isPresent()) {
        next.put(item, metadata.get());
      } else {
        next.remove(item);
      }
    });
    return new MetadataVersion(restores, number, next, this.number, Set.copyOf(changes.keySet()));
  }

  /// Number of the last change.
  public long number() {
    return number;
  }

  /// How many items have metadata.
  public int size() {
    return items.size();
  }

  /// What is known of an item.
  public Optional<ItemMetadata> of(String item) {
    return Optional.ofNullable(find(item));
  }

  @Nullable ItemMetadata find(String item) {
    return items.get(item);
  }

  /// Ids of all items with metadata; not to be changed.
  Set<String> ids() {
    return items.keySet();
  }

  /// Whether all that changed since that version is in [#changed].
  boolean follows(MetadataVersion other) {
    return restores == other.restores && previous == other.number;
  }

  /// Whether this version was read later.
  boolean isNewerThan(MetadataVersion other) {
    return restores == other.restores ? number > other.number : restores > other.restores;
  }

  Set<String> changed() {
    return changed;
  }
}
