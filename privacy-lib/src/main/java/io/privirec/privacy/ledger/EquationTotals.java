package io.privirec.privacy.ledger;

import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Columns that sums without noise have told about the data of an account, for life.
///
/// @param coordinator columns that the coordinator was told
/// @param participants columns that each participant was told, by name
/// @param unknownSums sums without noise whose columns no entry states
public record EquationTotals(long coordinator, Map<String, Long> participants, long unknownSums) {
  public EquationTotals {
    participants = Collections.unmodifiableMap(new TreeMap<>(participants));
  }

  /// Adds up the equations of an account.
  ///
  /// @param entries of any age
  public static EquationTotals of(List<LedgerEntry> entries) {
    long coordinator = 0;
    long unknown = 0;
    Map<String, Long> participants = new TreeMap<>();
    for (LedgerEntry entry : entries) {
      if (!(entry instanceof Sum sum) || !(sum.use() instanceof Use.Exact(var stated))) {
        continue;
      }
      if (stated.isEmpty()) {
        unknown++;
        continue;
      }
      Equations equations = stated.get();
      coordinator += equations.columns();
      if (equations.columnsOfPeers() > 0) {
        equations
            .told()
            .forEach(name -> participants.merge(name, equations.columnsOfPeers(), Long::sum));
      }
    }
    return new EquationTotals(coordinator, participants, unknown);
  }
}
