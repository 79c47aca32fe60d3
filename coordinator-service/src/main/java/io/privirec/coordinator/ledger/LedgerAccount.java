package io.privirec.coordinator.ledger;

import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Returned;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// Participants of whose data the same sums were opened.
///
/// @param participants by name, at least one
/// @param entries of the ledger that are about them, in order
record LedgerAccount(List<String> participants, List<LedgerEntry> entries) {
  LedgerAccount {
    participants = List.copyOf(participants);
    entries = List.copyOf(entries);
  }

  /// Accounts of everybody who is named.
  static Collection<LedgerAccount> of(Collection<String> participants, List<LedgerEntry> ledger) {
    Map<String, List<Integer>> histories = new TreeMap<>();
    participants.forEach(participant -> histories.put(participant, new ArrayList<>()));
    for (int i = 0; i < ledger.size(); i++) {
      switch (ledger.get(i)) {
        case Presumed _ -> {
          for (List<Integer> history : histories.values()) {
            history.add(i);
          }
        }
        case Sum sum -> add(i, sum.participants(), histories);
        case Reserved reserved -> add(i, reserved.participants(), histories);
        case Returned returned -> add(i, returned.participants(), histories);
      }
    }
    Map<List<Integer>, List<String>> groups = new LinkedHashMap<>();
    histories.forEach((participant, history) ->
        groups.computeIfAbsent(history, _ -> new ArrayList<>()).add(participant));
    return groups.entrySet().stream()
        .map(group ->
            new LedgerAccount(group.getValue(), group.getKey().stream().map(ledger::get).toList()))
        .toList();
  }

  private static void add(
      int entry, List<String> participants, Map<String, List<Integer>> histories) {
    for (String participant : participants) {
      List<Integer> history = histories.get(participant);
      if (history != null) {
        history.add(entry);
      }
    }
  }

  /// Accounts of everybody whom the ledger knows.
  static Collection<LedgerAccount> ofAll(List<LedgerEntry> ledger) {
    TreeSet<String> everybody = new TreeSet<>();
    for (LedgerEntry entry : ledger) {
      if (entry instanceof Sum sum) {
        everybody.addAll(sum.participants());
      }
    }
    return of(everybody, ledger);
  }
}
