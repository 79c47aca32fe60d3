package io.privirec.coordinator.ledger;

import io.privirec.privacy.ledger.KeptLedger;
import io.privirec.privacy.ledger.LedgerCheck.Ahead;
import io.privirec.privacy.ledger.LedgerCheck.Sound;
import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Returned;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.privacy.ledger.LedgerHead;
import io.privirec.privacy.ledger.LedgerRefusal;
import io.privirec.privacy.ledger.LedgerState;
import io.privirec.privacy.ledger.Reconciliation;
import io.privirec.privacy.ledger.Reservations;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.FormerNames;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Every sum over data that was opened, or may have been. An entry is on the disk before the
/// transaction in which its round comes to be. After a crash in between, the entry is found again,
/// and not entered twice.
public final class CoordinatorLedger {
  /// The name of a session before its creation. Ids of sessions are hexadecimal.
  private static final String UNNAMED = "new session";

  private final LedgerFiles files;
  private final LedgerHeadStore heads;
  private final KnownSessions sessions;
  private final PrivacyBudget budget;
  private final Supplier<FormerNames> names;
  private final Clock clock;

  CoordinatorLedger(
      LedgerFiles files,
      LedgerHeadStore heads,
      KnownSessions sessions,
      PrivacyBudget budget,
      Supplier<FormerNames> names,
      Clock clock) {
    this.files = files;
    this.heads = heads;
    this.sessions = sessions;
    this.budget = budget;
    this.names = names;
    this.clock = clock;
  }

  /// Returns the ledger as it stands.
  LedgerState state() {
    return locked(KeptLedger::state);
  }

  /// Returns the names of participants: entries under all of them count together.
  FormerNames names() {
    return names.get();
  }

  /// Returns whether sums over data can be opened now: nothing contradicts the ledger, its files
  /// can be read, and no other process has them.
  public boolean isUsable() {
    try {
      return state().lock().isEmpty();
    } catch (PrivacyLedgerRefusal | UncheckedIOException unusable) {
      return false;
    }
  }

  /// Returns the participants of all sums, by the names that they had then; none if the ledger is
  /// damaged, because its entries cannot be told.
  Set<ParticipantId> summed() {
    return state().entries().stream()
        .filter(Sum.class::isInstance)
        .flatMap(entry -> ((Sum) entry).participants().stream())
        .map(ParticipantId::new)
        .collect(Collectors.toSet());
  }

  PrivacyBudget budget() {
    return budget;
  }

  long now() {
    return clock.millis();
  }

  /// Rejects a session before it starts if the ledger is not in order, or if an account has no room
  /// for the session's budget. The session reserves nothing yet.
  ///
  /// @param planned empty if its sums have no noise
  /// @throws PrivacyLedgerRefusal with the numbers
  public void requireRoom(Collection<ParticipantId> cohort, Optional<PlannedBudget> planned) {
    List<LedgerEntry> live = live();
    planned.ifPresent(asked ->
        requireRoom(new Reserved(now(), UNNAMED, names(cohort), asked.rho()), asked, live));
  }

  private void requireRoom(Reserved next, PlannedBudget planned, List<LedgerEntry> live) {
    budget.require(LedgerAccount.of(next.participants(), live, names()), next, planned, now());
  }

  /// Returns the entries of a ledger that is in order, as if the reservations of sessions that are
  /// over were returned.
  private List<LedgerEntry> live() {
    return locked(this::live);
  }

  private List<LedgerEntry> live(KeptLedger ledger) throws LedgerRefusal {
    return ledger.live(ledger.state().requireUnlocked().entries(), now());
  }

  /// Returns ρ of a session that states no ε: of all its sums together, with the attempts that its
  /// policy allows. 0 if an account has nothing left.
  ///
  /// @throws PrivacyLedgerRefusal if the ledger is not in order
  public double defaultRho(Collection<ParticipantId> cohort) {
    return budget.defaultRho(LedgerAccount.of(names(cohort), live(), names()), now());
  }

  /// Returns ε that the poorest account of a cohort has spent, once a session has spent its budget.
  ///
  /// @param delta δ of each ε
  /// @throws PrivacyLedgerRefusal if the ledger is not in order
  public PlannedBudget.Spent spentWith(
      Collection<ParticipantId> cohort, PlannedBudget planned, double delta) {
    return budget.spentWith(
        LedgerAccount.of(names(cohort), live(), names()), planned, delta, now());
  }

  /// Returns the δ of limits and of a session that states no δ.
  public double defaultDelta() {
    return budget.limits().delta();
  }

  /// Returns the largest δ that a session may state: a tenth of 1 / users, by declaration.
  public double largestDelta() {
    return PrivacyBudget.largestDelta(budget.largestUsers());
  }

  /// Returns the largest number of users of a participant, by declaration.
  public long largestUsers() {
    return budget.largestUsers();
  }

  /// Returns the unused part of a session's reservation, and of the reservations of all other
  /// sessions that are over. A repeated call changes nothing.
  ///
  /// @param over session that opens no further sum
  /// @return false if the ledger is locked: the rest counts as returned, and is entered later
  public boolean giveBack(String over) {
    return locked(ledger -> {
      LedgerState state = ledger.state();
      if (state.lock().isPresent()) {
        return false;
      }
      List<Returned> ends = new ArrayList<>(ledger.ends(state.entries(), now()));
      ends.addAll(Reservations.ends(state.entries(), over::equals, now()));
      for (Returned end : ends) {
        ledger.giveBack(end);
      }
      return true;
    });
  }

  /// The entry of an attempt, under the name that it had when the process died, if it did.
  ///
  /// @param attempt with a new name
  public Sum asBegun(Sum attempt) {
    return locked(ledger -> begun(ledger.state(), attempt)).orElse(attempt);
  }

  private static Optional<Sum> begun(LedgerState state, Sum attempt) {
    return uncounted(state).filter(entry -> isSame(entry, attempt)).findFirst();
  }

  private static Stream<Sum> uncounted(LedgerState state) {
    return state.check() instanceof Ahead ahead
        ? ahead.uncounted().stream().filter(Sum.class::isInstance).map(Sum.class::cast)
        : Stream.empty();
  }

  /// Makes sure that an attempt is entered, inside the transaction in which its round comes to be,
  /// and that its session has reserved its budget. A closed sum that is tried again over the same
  /// participants is no other sum: its noise is the same, too.
  ///
  /// @param isClosed whether the sum is opened over whole cells or not at all
  /// @param planned of the whole session; empty if its sums have no noise
  /// @return false if another process opens it, or has opened it
  /// @throws PrivacyLedgerRefusal if it may not be opened
  public boolean enter(Sum attempt, boolean isClosed, Optional<PlannedBudget> planned) {
    return locked(ledger -> {
      LedgerState state = ledger.state();
      List<LedgerEntry> entries = state.requireUnlocked().entries();
      Optional<Sum> begun = begun(state, attempt);
      if (begun.isPresent() && !begun.get().round().equals(attempt.round())) {
        return false;
      }
      if (begun.isEmpty() && isClosed && isOpened(entries, attempt)) {
        return true;
      }
      if (begun.isEmpty() && attempt.use() instanceof Use.Noise noise) {
        if (planned.isPresent() && !hasBegun(entries, attempt.session())) {
          reserve(ledger, attempt, planned.get());
        }
        budget.require(
            LedgerAccount.of(attempt.participants(), live(ledger), names()),
            attempt.session(),
            noise,
            now());
      }
      ledger.enter(attempt);
      return true;
    });
  }

  private void reserve(KeptLedger ledger, Sum first, PlannedBudget planned) throws LedgerRefusal {
    Reserved reserved = new Reserved(now(), first.session(), first.participants(), planned.rho());
    requireRoom(reserved, planned, live(ledger));
    ledger.reserve(reserved);
  }

  /// Whether a session has reserved, or was begun by a version that reserved nothing.
  private static boolean hasBegun(List<LedgerEntry> entries, String session) {
    return entries.stream()
        .anyMatch(entry -> entry.ofSession().filter(session::equals).isPresent());
  }

  /// Whether the same sum was entered before, without noise or with the same noise.
  private static boolean isOpened(List<LedgerEntry> entries, Sum attempt) {
    return entries.stream()
        .anyMatch(entry ->
            entry instanceof Sum sum
                && sum.session().equals(attempt.session())
                && sum.index() == attempt.index()
                && sum.participants().equals(attempt.participants())
                && (attempt.use() instanceof Use.Exact || sum.use().equals(attempt.use())));
  }

  private static boolean isSame(Sum entered, Sum attempt) {
    return new Sum(
            entered.at(),
            attempt.session(),
            entered.round(),
            attempt.index(),
            attempt.attempt(),
            attempt.name(),
            attempt.catalogue(),
            attempt.participants(),
            attempt.use())
        .equals(entered);
  }

  /// Makes file and head agree again, as the operator says.
  ///
  /// @throws PrivacyLedgerRefusal if they do agree, or that is no way out
  public void reconcile(Reconciliation way, boolean coversUnlocked) {
    locked(ledger -> {
      ledger.reconcile(
          way, coversUnlocked, _ -> new Presumed(now(), "reconciled by the worst case"));
      return true;
    });
  }

  @FunctionalInterface
  private interface Locked<T> {
    T on(KeptLedger ledger) throws LedgerRefusal;
  }

  private <T> T locked(Locked<T> work) {
    return heads.locked(
        head -> files.with(ledger -> work.on(new KeptLedger(ledger, new DatabaseKeeper(head)))));
  }

  /// The ledger as the database knows the ledger, while no other process has the head.
  private final class DatabaseKeeper implements KeptLedger.Keeper {
    private Optional<LedgerHead> head;

    DatabaseKeeper(Optional<LedgerHead> head) {
      this.head = head;
    }

    @Override
    public Optional<LedgerHead> head() {
      return head;
    }

    @Override
    public void save(LedgerHead next) {
      if (!head.equals(Optional.of(next))) {
        heads.save(next);
        head = Optional.of(next);
      }
    }

    /// A crash between file and database leaves an entry of a session that the database has.
    @Override
    public Optional<String> unknown(Ahead ahead) {
      Set<String> named =
          ahead.uncounted().stream()
              .flatMap(entry -> entry.ofSession().stream())
              .collect(Collectors.toSet());
      return sessions.known(named).containsAll(named)
          ? Optional.empty()
          : Optional.of(ahead.inWords() + "; the database does not know the sessions of the rest");
    }

    @Override
    public Optional<String> missing(Sound sound) {
      return Optional.empty();
    }

    @Override
    public Set<String> open(Set<String> ids) {
      return sessions.active(ids);
    }
  }

  private static List<String> names(Collection<ParticipantId> cohort) {
    return cohort.stream().map(ParticipantId::value).toList();
  }

  /// The sessions in the database. It tells an entry whose round was about to be opened when the
  /// process died from an entry that the database has forgotten.
  public interface KnownSessions {
    /// Returns the sessions that are stored.
    Set<String> known(Collection<String> sessionIds);

    /// Returns the sessions that are not over, or not tidied up yet.
    Set<String> active(Collection<String> sessionIds);
  }
}
