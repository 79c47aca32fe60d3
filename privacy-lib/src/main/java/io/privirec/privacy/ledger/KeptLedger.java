package io.privirec.privacy.ledger;

import io.privirec.privacy.ledger.LedgerCheck.Ahead;
import io.privirec.privacy.ledger.LedgerCheck.Damaged;
import io.privirec.privacy.ledger.LedgerCheck.Intact;
import io.privirec.privacy.ledger.LedgerCheck.Sound;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Returned;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// A ledger with the head that its keeper stores elsewhere. It decides whether the ledger is
/// locked, which reservations still count, and what makes file and head agree again. Coordinator
/// and participants keep their ledgers by it.
///
/// Each write stores the new head at once, in the transaction of the caller. Two callers at a time
/// must be kept apart by the keeper. Errors of files are [UncheckedIOException].
public final class KeptLedger {
  /// The knowledge of a keeper apart from the file, usually in a database.
  public interface Keeper {
    /// Returns the head that was saved last; empty before the first entry.
    Optional<LedgerHead> head();

    void save(LedgerHead head);

    /// Returns why a head that is behind its file is not the trace of a crash: the database does
    /// not know what the uncounted entries are about. Empty if it knows all of it.
    Optional<String> unknown(Ahead ahead);

    /// Returns why entries are missing at the end of a ledger that is sound by itself; empty if
    /// nothing says so.
    Optional<String> missing(Sound sound);

    /// Returns the sessions that may open further sums.
    Set<String> open(Set<String> sessions);
  }

  private final Ledger ledger;
  private final Keeper keeper;

  public KeptLedger(Ledger ledger, Keeper keeper) {
    this.ledger = ledger;
    this.keeper = keeper;
  }

  /// Reads file, copy and head. Nothing is written.
  public LedgerState state() {
    LedgerHead head = head();
    LedgerCheck check = check(head);
    return new LedgerState(head, check, lock(check));
  }

  /// Compares file, copy and head, without a look at what is known apart from them.
  public LedgerCheck check() {
    return check(head());
  }

  private Optional<String> lock(LedgerCheck check) {
    return switch (check) {
      case Damaged damaged -> Optional.of(damaged.inWords());
      case Intact intact -> keeper.missing(intact);
      case Ahead ahead -> keeper.unknown(ahead).or(() -> keeper.missing(ahead));
    };
  }

  /// Returns the entries that end the reservations of sessions that are over.
  ///
  /// @param at the time of the entries
  public List<Returned> ends(List<LedgerEntry> entries, long at) {
    Set<String> reserved = Reservations.of(entries).left().keySet();
    Set<String> open = reserved.isEmpty() ? Set.of() : keeper.open(reserved);
    return Reservations.ends(entries, session -> !open.contains(session), at);
  }

  /// Returns the entries, as if the reservations of sessions that are over were returned.
  ///
  /// @param at the time of the entries that return reservations
  public List<LedgerEntry> live(List<LedgerEntry> entries, long at) {
    List<LedgerEntry> live = new ArrayList<>(entries);
    live.addAll(ends(entries, at));
    return live;
  }

  /// Makes sure that a session has an open reservation.
  ///
  /// @throws LedgerRefusal if the ledger is damaged
  public void reserve(Reserved entry) throws LedgerRefusal {
    save(head -> ledger.reserve(head, entry));
  }

  /// Ends the open reservation of a session. Without an open reservation, nothing changes.
  ///
  /// @throws LedgerRefusal if the ledger is damaged
  public void giveBack(Returned entry) throws LedgerRefusal {
    save(head -> ledger.giveBack(head, entry));
  }

  /// Makes sure that a sum is in the ledger, once.
  ///
  /// @throws LedgerRefusal as [Ledger#enter]
  public void enter(Sum sum) throws LedgerRefusal {
    save(head -> ledger.enter(head, sum));
  }

  /// Makes sure that the survivors of a round are in the ledger, once for each step.
  ///
  /// @throws LedgerRefusal as [Ledger#agree]
  public void agree(Survivors survivors) throws LedgerRefusal {
    save(head -> ledger.agree(head, survivors));
  }

  /// Makes file and head agree again, as a person says.
  ///
  /// @param coversUnlocked whether nothing has to be wrong
  /// @param worst the entry of [Reconciliation#WORST_CASE], given why the ledger is locked
  /// @throws LedgerRefusal if the ledger is not locked, or if the way does not lead to a sound
  ///   ledger
  public void reconcile(
      Reconciliation way, boolean coversUnlocked, Function<Optional<String>, Presumed> worst)
      throws LedgerRefusal {
    LedgerState state = state();
    if (state.lock().isEmpty() && !coversUnlocked) {
      throw new LedgerRefusal.NotLocked(ledger.name());
    }
    switch (way) {
      case COPY -> restore();
      case FILE -> keeper.save(tipOfFile(state.check()));
      case WORST_CASE -> save(_ -> ledger.presume(worst.apply(state.lock())));
    }
  }

  private LedgerHead tipOfFile(LedgerCheck check) throws LedgerRefusal {
    if (!(check instanceof Sound sound)) {
      throw new LedgerRefusal.FileUnusable("the file is not sound: " + check.inWords());
    }
    Optional<String> missing = keeper.missing(sound);
    if (missing.isPresent()) {
      throw new LedgerRefusal.FileUnusable(missing.get());
    }
    return sound.tip();
  }

  private void restore() throws LedgerRefusal {
    save(head -> {
      LedgerHead restored = restored(head);
      if (check(restored) instanceof Sound sound) {
        Optional<String> missing = keeper.missing(sound);
        if (missing.isPresent()) {
          throw new LedgerRefusal.CopyUnusable(missing.get());
        }
      }
      return restored;
    });
  }

  private LedgerHead restored(LedgerHead head) throws IOException, LedgerRefusal {
    try {
      return ledger.restoreFromCopy(head);
    } catch (LedgerRefusal refused) {
      throw new LedgerRefusal.CopyUnusable(String.valueOf(refused.getMessage()));
    }
  }

  @FunctionalInterface
  private interface Write {
    /// Returns the head to save.
    LedgerHead after(LedgerHead head) throws IOException, LedgerRefusal;
  }

  private void save(Write write) throws LedgerRefusal {
    try {
      keeper.save(write.after(head()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private LedgerCheck check(LedgerHead head) {
    try {
      return ledger.check(head);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private LedgerHead head() {
    return keeper.head().orElseGet(ledger::empty);
  }
}
