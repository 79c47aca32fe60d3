package io.privirec.coordinator.ledger;

import io.privirec.coordinator.ledger.CoordinatorLedger.State;
import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.privacy.ledger.PrivacySpent;
import io.privirec.privacy.text.Label;
import io.privirec.privacy.text.ReleaseText;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.CoordinatorLedgerView;
import io.privirec.wire.CoordinatorLedgerView.Account;
import io.privirec.wire.CoordinatorLedgerView.Entry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Puts together what is shown of the ledger.
public record LedgerViews(CoordinatorLedger ledger) {
  /// All accounts, and the newest entries.
  ///
  /// @param limit how many
  public CoordinatorLedgerView of(int limit) {
    State state = ledger.state();
    return view(state, LedgerAccount.ofAll(state.entries()), limit, Optional.empty());
  }

  /// What is about one participant.
  ///
  /// @param limit how many of the newest entries
  public CoordinatorLedgerView of(int limit, ParticipantId participant) {
    State state = ledger.state();
    String name = participant.value();
    return view(state, LedgerAccount.of(List.of(name), state.entries()), limit, Optional.of(name));
  }

  private CoordinatorLedgerView view(
      State state, Collection<LedgerAccount> accounts, int limit, Optional<String> participant) {
    PrivacyBudget budget = ledger.budget();
    return new CoordinatorLedgerView(
        state.check().inWords(),
        state.lock().orElse(null),
        new CoordinatorLedgerView.Head(state.head().entries(), state.head().hash()),
        budget.limit().epsilon(),
        budget.limit().delta(),
        budget.period(),
        accounts.stream().map(this::view).toList(),
        newest(state.entries(), limit, participant));
  }

  private Account view(LedgerAccount account) {
    PrivacyBudget budget = ledger.budget();
    PrivacySpent spent = budget.spent(account.entries(), ledger.now());
    return new Account(
        account.participants(),
        spent.noise().count(),
        spent.exactSums(),
        budget.epsilon(spent.noise()),
        spent.isPresumed());
  }

  private static List<Entry> newest(
      List<LedgerEntry> entries, int limit, Optional<String> participant) {
    List<Entry> views = new ArrayList<>();
    for (int i = entries.size() - 1; i >= 0 && views.size() < limit; i--) {
      if (participant.isEmpty() || isAbout(entries.get(i), participant.get())) {
        views.add(view(i + 1, entries.get(i)));
      }
    }
    return Collections.unmodifiableList(views);
  }

  private static boolean isAbout(LedgerEntry entry, String participant) {
    return switch (entry) {
      case Presumed _ -> true;
      case Sum sum -> sum.participants().contains(participant);
    };
  }

  private static Entry view(long number, LedgerEntry entry) {
    Instant at = Instant.ofEpochMilli(entry.at());
    return switch (entry) {
      case Presumed presumed -> Entry.presumed(number, at, presumed.reason());
      case Sum sum -> {
        CoordinatorLedgerView.Sum of =
            new CoordinatorLedgerView.Sum(
                sum.session(),
                sum.round(),
                sum.index(),
                sum.attempt(),
                sum.name(),
                sum.catalogue(),
                sum.participants());
        yield switch (sum.use()) {
          case Use.Exact() -> Entry.exact(number, at, of);
          case Use.Noise noise ->
              Entry.noise(
                  number,
                  at,
                  of,
                  new CoordinatorLedgerView.Noise(
                      ReleaseText.write(noise.mechanism(), noise.adjacency()),
                      Label.of(noise.unit()),
                      Label.of(noise.adjacency())));
        };
      }
    };
  }
}
