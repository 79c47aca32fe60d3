package io.privirec.coordinator.ledger;

import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Returned;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.FormerNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/// Participants of whose data the same sums were opened. Entries under all names of a renamed
/// participant are its own.
///
/// @param participants by name, at least one
/// @param entries of the ledger that are about them, in order
record LedgerAccount(List<String> participants, List<LedgerEntry> entries) {
  LedgerAccount {
    participants = List.copyOf(participants);
    entries = List.copyOf(entries);
  }

  /// Accounts of everybody who is named.
  ///
  /// @param names of participants, also earlier names
  static Collection<LedgerAccount> of(
      Collection<String> participants, List<LedgerEntry> ledger, FormerNames names) {
    Map<String, List<Integer>> histories = new HashMap<>();
    for (String participant : participants) {
      List<Integer> history = new ArrayList<>();
      names
          .of(new ParticipantId(participant))
          .forEach(name -> histories.putIfAbsent(name.value(), history));
    }
    for (int i = 0; i < ledger.size(); i++) {
      switch (ledger.get(i)) {
        case Presumed _ -> {
          for (List<Integer> history : histories.values()) {
            add(i, history);
          }
        }
        case Sum sum -> add(i, sum.participants(), histories);
        case Reserved reserved -> add(i, reserved.participants(), histories);
        case Returned returned -> add(i, returned.participants(), histories);
        case Survivors _ -> {}
      }
    }
    Map<List<Integer>, List<String>> groups = new LinkedHashMap<>();
    for (String participant : new TreeSet<>(participants)) {
      List<Integer> history = Objects.requireNonNull(histories.get(participant));
      groups.computeIfAbsent(history, _ -> new ArrayList<>()).add(participant);
    }
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
        add(entry, history);
      }
    }
  }

  /// Several names share a history.
  private static void add(int entry, List<Integer> history) {
    if (history.isEmpty() || history.getLast() != entry) {
      history.add(entry);
    }
  }

  /// Accounts of everybody whom the ledger knows.
  ///
  /// @param names of participants, also earlier names
  static Collection<LedgerAccount> ofAll(List<LedgerEntry> ledger, FormerNames names) {
    TreeSet<String> everybody = new TreeSet<>();
    for (LedgerEntry entry : ledger) {
      if (entry instanceof Sum sum) {
        everybody.addAll(sum.participants());
      }
    }
    return of(everybody, ledger, names);
  }
}
