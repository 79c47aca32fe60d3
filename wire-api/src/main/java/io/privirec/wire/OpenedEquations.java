package io.privirec.wire;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// Columns that sums without noise have told about the data, since the ledger began. A column is a
/// number for each item, and a linear equation on the item's row of the Gram matrix.
///
/// @param coordinator columns that the coordinator was told
/// @param participants columns that each participant was told, by id
/// @param unknownSums sums of earlier versions, whose columns no entry states
public record OpenedEquations(long coordinator, Map<String, Long> participants, long unknownSums) {
  public OpenedEquations {
    participants = Collections.unmodifiableMap(new TreeMap<>(participants));
  }
}
