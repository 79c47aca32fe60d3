package io.privirec.coordinator.ledger;

import io.privirec.privacy.ledger.EquationTotals;
import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Returned;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.privacy.ledger.LedgerState;
import io.privirec.privacy.ledger.PrivacyLimits;
import io.privirec.privacy.ledger.PrivacySpent;
import io.privirec.privacy.text.Label;
import io.privirec.privacy.text.ReleaseText;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.CoordinatorLedgerView;
import io.privirec.wire.CoordinatorLedgerView.Account;
import io.privirec.wire.CoordinatorLedgerView.Entry;
import io.privirec.wire.CoordinatorLedgerView.Reservation;
import io.privirec.wire.OpenedEquations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/// Puts together what is shown of the ledger.
@Component
record LedgerViews(CoordinatorLedger ledger) {
  /// All accounts, and the newest entries.
  ///
  /// @param limit how many
  CoordinatorLedgerView of(int limit) {
    LedgerState state = ledger.state();
    return view(state, LedgerAccount.ofAll(state.entries(), ledger.names()), limit, Set.of());
  }

  /// What is about one participant, under all its names.
  ///
  /// @param limit how many of the newest entries
  CoordinatorLedgerView of(int limit, ParticipantId participant) {
    LedgerState state = ledger.state();
    Set<String> names =
        ledger.names().of(participant).stream()
            .map(ParticipantId::value)
            .collect(Collectors.toUnmodifiableSet());
    return view(
        state,
        LedgerAccount.of(List.of(participant.value()), state.entries(), ledger.names()),
        limit,
        names);
  }

  private CoordinatorLedgerView view(
      LedgerState state, Collection<LedgerAccount> accounts, int limit, Set<String> names) {
    PrivacyLimits limits = ledger.budget().limits();
    return new CoordinatorLedgerView(
        state.check().inWords(),
        state.lock().orElse(null),
        new CoordinatorLedgerView.Head(state.head().entries(), state.head().hash()),
        limits.session().epsilon(),
        limits.period().epsilon(),
        limits.lifetime().epsilon(),
        limits.delta(),
        Duration.ofMillis(limits.periodMillis()),
        accounts.stream().map(this::view).toList(),
        newest(state.entries(), limit, names));
  }

  private Account view(LedgerAccount account) {
    PrivacyLimits limits = ledger.budget().limits();
    PrivacySpent spent = limits.spent(account.entries(), ledger.now());
    EquationTotals equations = EquationTotals.of(account.entries());
    return new Account(
        account.participants(),
        spent.noise().count(),
        spent.exactSums(),
        spent.epsilon(limits.delta()),
        limits.lifetimeEpsilon(account.entries()),
        new OpenedEquations(
            equations.coordinator(), equations.participants(), equations.unknownSums()),
        spent.isPresumed());
  }

  private static List<Entry> newest(List<LedgerEntry> entries, int limit, Set<String> names) {
    List<Entry> views = new ArrayList<>();
    for (int i = entries.size() - 1; i >= 0 && views.size() < limit; i--) {
      if (names.isEmpty() || isAbout(entries.get(i), names)) {
        views.add(view(i + 1, entries.get(i)));
      }
    }
    return Collections.unmodifiableList(views);
  }

  private static boolean isAbout(LedgerEntry entry, Set<String> names) {
    return switch (entry) {
      case Presumed _ -> true;
      case Sum sum -> sum.participants().stream().anyMatch(names::contains);
      case Reserved reserved -> reserved.participants().stream().anyMatch(names::contains);
      case Returned returned -> returned.participants().stream().anyMatch(names::contains);
      case Survivors survivors -> survivors.participants().stream().anyMatch(names::contains);
    };
  }

  private static Entry view(long number, LedgerEntry entry) {
    Instant at = Instant.ofEpochMilli(entry.at());
    return switch (entry) {
      case Presumed presumed -> Entry.presumed(number, at, presumed.reason());
      case Reserved(long _, String session, List<String> participants, double rho) ->
          Entry.reserved(number, at, new Reservation(session, participants, rho));
      case Returned(long _, String session, List<String> participants) ->
          Entry.returned(number, at, new Reservation(session, participants, null));
      // Survivors are what participants agree on.
      case Survivors _ ->
          throw new IllegalStateException("entry %s is of a participant".formatted(number));
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
          case Use.Exact _ -> Entry.exact(number, at, of);
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
