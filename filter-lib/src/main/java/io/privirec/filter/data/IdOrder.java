package io.privirec.filter.data;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// Which index an identifier gets: the identifiers' sorted order, so that it does not depend on the
/// order of lines.
///
/// Numeric when every identifier is a decimal number without leading zeros, otherwise by UTF-16
/// code units.
final class IdOrder {
  private final List<String> ids;
  private final int[] indexOfNumber;

  private IdOrder(List<String> ids, int[] indexOfNumber) {
    this.ids = ids;
    this.indexOfNumber = indexOfNumber;
  }

  static IdOrder of(Map<String, Integer> numbers) {
    List<String> ids = new ArrayList<>(numbers.keySet());
    Comparator<String> natural = Comparator.naturalOrder();
    boolean numeric = ids.stream().allMatch(IdOrder::isNumber);
    ids.sort(numeric ? Comparator.comparingInt(String::length).thenComparing(natural) : natural);
    int[] indexOfNumber = new int[ids.size()];
    for (int index = 0; index < indexOfNumber.length; index++) {
      indexOfNumber[numbers.getOrDefault(ids.get(index), 0)] = index;
    }
    return new IdOrder(List.copyOf(ids), indexOfNumber);
  }

  private static boolean isNumber(String id) {
    return id.chars().allMatch(c -> c >= '0' && c <= '9')
        && (id.length() == 1 || id.charAt(0) != '0');
  }

  List<String> ids() {
    return ids;
  }

  int[] indexOfNumber() {
    return indexOfNumber;
  }
}
