package io.privirec.secagg.roster;

import io.privirec.secagg.ParticipantId;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Immutable sets in natural order, and the text of lists: elements with commas between.
final class Ascending {
  private Ascending() {}

  static <T extends Comparable<T>> SortedSet<T> copyOf(Collection<T> elements) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(elements));
  }

  static String text(Collection<?> elements) {
    return elements.stream().map(Object::toString).collect(Collectors.joining(","));
  }

  /// Reads ids with commas between them, in any order.
  static SortedSet<ParticipantId> ids(String text) {
    return copyOf(Arrays.stream(text.split(",", -1)).map(ParticipantId::new).toList());
  }
}
