package io.privirec.client.catalogue;

import io.privirec.crypto.digest.Digest;
import io.privirec.wire.CatalogueItem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// One version of the list: id ↔ index.
public final class Catalogue {
  /// More than an item-item filter, or this process, has room for.
  static final int MAX_ITEMS = 1 << 24;

  private static final long MAX_BYTES = 1L << 30;

  private final int version;
  private final Digest digest;
  private final List<String> ids;
  private final Map<String, Integer> indices;

  private Catalogue(int version, Digest digest, List<String> ids, Map<String, Integer> indices) {
    this.version = version;
    this.digest = digest;
    this.ids = ids;
    this.indices = indices;
  }

  /// What sessions are bound to that are not about items: a version before the first.
  static final Catalogue NONE = new Catalogue(0, Digest.of(), List.of(), Map.of());

  /// What the bytes of so many items may come to.
  static long longestBytes(int items) {
    return Math.min(MAX_BYTES, items * (CatalogueItem.MAX_LINE_BYTES + 1L));
  }

  /// Returns the least bytes of so many items. Each has an id of a character, and a newline.
  static long shortestBytes(int items) {
    return items * 11L;
  }

  /// Reads NDJSON, one [CatalogueItem] a line; ids are unique.
  ///
  /// @param maxItems a line more is not read
  /// @throws IOException if it is something else
  static Catalogue read(int version, Path file, int maxItems) throws IOException {
    Digest digest = Digest.ofFile(file);
    List<String> ids = new ArrayList<>();
    Map<String, Integer> indices = new HashMap<>();
    try (InputStream in = Files.newInputStream(file)) {
      CatalogueLines lines = new CatalogueLines(in);
      for (@Nullable String id = lines.nextId(); id != null; id = lines.nextId()) {
        if (ids.size() == maxItems) {
          throw new IOException("catalogue has more than " + maxItems + " items");
        }
        if (indices.put(id, ids.size()) != null) {
          throw new IOException("catalogue line " + (ids.size() + 1) + " repeats an id");
        }
        ids.add(id);
      }
    }
    return new Catalogue(version, digest, List.copyOf(ids), indices);
  }

  public int version() {
    return version;
  }

  /// SHA-256 of the NDJSON bytes.
  public Digest digest() {
    return digest;
  }

  public int items() {
    return ids.size();
  }

  public OptionalInt indexOf(String id) {
    Integer index = indices.get(id);
    return index == null ? OptionalInt.empty() : OptionalInt.of(index);
  }

  /// The id at an index in [0, items).
  public String id(int index) {
    return ids.get(index);
  }

  /// Whether one of the two is the beginning of the other.
  boolean isInLineWith(Catalogue other) {
    int common = Math.min(items(), other.items());
    return ids.subList(0, common).equals(other.ids.subList(0, common));
  }
}
