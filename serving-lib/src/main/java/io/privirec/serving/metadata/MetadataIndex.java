package io.privirec.serving.metadata;

import io.privirec.serving.catalogue.CatalogueIndex;
import io.privirec.wire.ItemFilter.CategoryFilter;
import io.privirec.wire.ItemMetadata;
import java.time.Instant;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.IntConsumer;
import org.roaringbitmap.RoaringBitmap;

/// One version of the metadata in terms of one catalogue: a compressed bitmap for each category, of
/// which there may be as many as there are items, and windows. The bitmaps of filters that were
/// asked with lately are kept, so that a request costs one AND. Thread-safe; what it hands out must
/// not be changed.
public final class MetadataIndex {
  private static final int MAX_KEPT = 256;
  private static final long MAX_KEPT_BYTES = 32L << 20;

  private final CatalogueIndex catalogue;
  private final MetadataVersion version;
  private final Map<String, RoaringBitmap> categories;
  private final AvailabilityWindows windows;
  private final Kept kept;

  private MetadataIndex(
      CatalogueIndex catalogue,
      MetadataVersion version,
      Map<String, RoaringBitmap> categories,
      AvailabilityWindows windows) {
    this.catalogue = catalogue;
    this.version = version;
    this.categories = categories;
    this.windows = windows;
    long bytesEach = Math.max(1, catalogue.size() / 4);
    this.kept = new Kept(Math.clamp(MAX_KEPT_BYTES / bytesEach, 4, MAX_KEPT));
  }

  static MetadataIndex empty(CatalogueIndex catalogue) {
    return new MetadataIndex(catalogue, MetadataVersion.EMPTY, Map.of(), AvailabilityWindows.NONE);
  }

  /// Whether a version is later than the one of this index.
  boolean isOlderThan(MetadataVersion other) {
    return other.isNewerThan(version);
  }

  /// The index of a version; this one where the version is not newer.
  MetadataIndex at(MetadataVersion newer) {
    if (!isOlderThan(newer)) {
      return this;
    }
    return newer.follows(version)
        ? changed(newer, newer.changed())
        : empty(catalogue).changed(newer, newer.ids());
  }

  private MetadataIndex changed(MetadataVersion newer, Collection<String> ids) {
    Map<String, RoaringBitmap> next = new HashMap<>(categories);
    Set<String> own = new HashSet<>();
    Map<Integer, @Nullable ItemMetadata> known = new HashMap<>();
    for (String id : ids) {
      int item = catalogue.indexOf(id);
      if (item >= 0) {
        categoriesOf(version.find(id)).forEach(name -> own(name, next, own).remove(item));
        categoriesOf(newer.find(id)).forEach(name -> own(name, next, own).add(item));
        known.put(item, newer.find(id));
      }
    }
    next.values().removeIf(RoaringBitmap::isEmpty);
    return new MetadataIndex(catalogue, newer, next, windows.with(known));
  }

  /// A bitmap that is not shared with the index before.
  private static RoaringBitmap own(String name, Map<String, RoaringBitmap> next, Set<String> own) {
    if (own.add(name)) {
      RoaringBitmap shared = next.get(name);
      next.put(name, shared == null ? new RoaringBitmap() : shared.clone());
    }
    return next.getOrDefault(name, new RoaringBitmap());
  }

  /// The categories of an item of the catalogue.
  public List<String> categoriesOf(int item) {
    return categoriesOf(version.find(catalogue.id(item)));
  }

  private static List<String> categoriesOf(@Nullable ItemMetadata metadata) {
    return metadata == null ? List.of() : metadata.categories();
  }

  /// Leaves the items of a category out of some.
  public void removeMembers(String category, BitSet from) {
    members(category).forEach((IntConsumer) from::clear);
  }

  private RoaringBitmap members(String category) {
    RoaringBitmap members = categories.get(category);
    return members == null ? new RoaringBitmap() : members;
  }

  /// What a filter lets through.
  Eligibility eligibility(@Nullable CategoryFilter filter, Instant time) {
    Key key = Key.of(windows.stretch(time), filter);
    if (windows.isEmpty() && key.isUnconditional()) {
      return Eligibility.ALL;
    }
    Eligibility found = kept.get(key);
    if (found == null) {
      found = compute(key);
      kept.put(key, found);
    }
    return found;
  }

  private Eligibility compute(Key key) {
    BitSet inCategory = key.isUnconditional() ? null : inCategory(key);
    BitSet available = new BitSet(catalogue.size());
    if (inCategory == null) {
      available.set(0, catalogue.size());
    } else {
      available.or(inCategory);
    }
    available.andNot(windows.unavailable(key.stretch));
    return new Eligibility(inCategory, available);
  }

  private BitSet inCategory(Key key) {
    BitSet items = new BitSet(catalogue.size());
    if (key.anyOf.isEmpty()) {
      items.set(0, catalogue.size());
    }
    key.anyOf.forEach(name -> members(name).forEach((IntConsumer) items::set));
    for (String name : key.allOf) {
      BitSet members = new BitSet(catalogue.size());
      members(name).forEach((IntConsumer) members::set);
      items.and(members);
    }
    key.noneOf.forEach(name -> removeMembers(name, items));
    return items;
  }

  /// A filter, independent of the order in which it was written, at a time.
  private record Key(int stretch, Set<String> anyOf, Set<String> allOf, Set<String> noneOf) {
    static Key of(int stretch, @Nullable CategoryFilter filter) {
      return filter == null
          ? new Key(stretch, Set.of(), Set.of(), Set.of())
          : new Key(stretch, set(filter.anyOf()), set(filter.allOf()), set(filter.noneOf()));
    }

    boolean isUnconditional() {
      return anyOf.isEmpty() && allOf.isEmpty() && noneOf.isEmpty();
    }

    private static Set<String> set(@Nullable List<String> names) {
      return names == null ? Set.of() : new TreeSet<>(names);
    }
  }

  /// The filters asked with lately.
  private static final class Kept {
    private final int most;
    private final LinkedHashMap<Key, Eligibility> entries = new LinkedHashMap<>(16, .75f, true);

    Kept(int most) {
      this.most = most;
    }

    synchronized @Nullable Eligibility get(Key key) {
      return entries.get(key);
    }

    synchronized void put(Key key, Eligibility eligibility) {
      entries.put(key, eligibility);
      if (entries.size() > most) {
        entries.pollFirstEntry();
      }
    }
  }
}
