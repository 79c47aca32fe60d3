package io.privirec.filter.factor;

import io.privirec.filter.matrix.InteractionMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/// What everybody may know of items: the categories that each of them is in. Immutable.
public final class ItemFeatures {
  /// So many categories have vectors that fit into memory, whatever the catalogue.
  public static final int MAX_CATEGORIES = 4096;

  private final InteractionMatrix pattern;

  /// @param pattern items × categories
  ItemFeatures(InteractionMatrix pattern) {
    if (pattern.items() > MAX_CATEGORIES) {
      throw new IllegalArgumentException(
          "categories must be at most %s. Provided value: %s"
              .formatted(MAX_CATEGORIES, pattern.items()));
    }
    this.pattern = pattern;
  }

  /// Those of items in catalogue order; categories are ordered by name.
  ///
  /// @param categories of each item; one named twice counts once
  /// @throws IllegalArgumentException if there are too many
  public static ItemFeatures of(List<List<String>> categories) {
    TreeMap<String, Integer> columns = new TreeMap<>();
    for (List<String> own : categories) {
      own.forEach(name -> columns.put(name, 0));
    }
    int next = 0;
    for (var column : columns.entrySet()) {
      column.setValue(next++);
    }
    int[] offsets = new int[categories.size() + 1];
    List<Integer> members = new ArrayList<>();
    for (int item = 0; item < categories.size(); item++) {
      for (String name : new TreeSet<>(categories.get(item))) {
        members.add(columns.get(name));
      }
      offsets[item + 1] = members.size();
    }
    return new ItemFeatures(
        InteractionMatrix.of(
            categories.size(),
            next,
            offsets,
            members.stream().mapToInt(Integer::intValue).toArray()));
  }

  /// How many items there are, with and without a category.
  public int items() {
    return pattern.users();
  }

  /// How many categories there are.
  public int categories() {
    return pattern.items();
  }

  /// How many items are in any.
  public int described() {
    int described = 0;
    for (int item = 0; item < items(); item++) {
      described += pattern.rowLength(item) > 0 ? 1 : 0;
    }
    return described;
  }

  /// The categories of an item, ascending.
  int[] of(int item) {
    return pattern.row(item);
  }

  InteractionMatrix pattern() {
    return pattern;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ItemFeatures that && pattern.equals(that.pattern);
  }

  @Override
  public int hashCode() {
    return pattern.hashCode();
  }

  @Override
  public String toString() {
    return "%s items in %s categories".formatted(items(), categories());
  }
}
