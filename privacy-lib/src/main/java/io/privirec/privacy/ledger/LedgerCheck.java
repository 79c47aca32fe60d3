package io.privirec.privacy.ledger;

import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// How a ledger stands to its head and its copy.
public sealed interface LedgerCheck {
  /// A sentence without a full stop.
  String inWords();

  /// A ledger that may be written on.
  sealed interface Sound extends LedgerCheck {
    /// Of the file.
    LedgerHead tip();

    /// All of them, in order.
    List<LedgerEntry> entries();

    /// The entry of the same attempt and participants, or of an earlier attempt with the same
    /// noise.
    default Optional<Sum> find(Sum entry) {
      return first(Sum.class, entry::isOfSameAttempt)
          .or(() -> first(Sum.class, entry::hasSameNoise));
    }

    /// The first survivors of the same attempt that meet a condition.
    default Optional<Survivors> find(Survivors entry, Predicate<Survivors> condition) {
      return first(Survivors.class, other -> entry.isOfSameAttempt(other) && condition.test(other));
    }

    private <T> Optional<T> first(Class<T> kind, Predicate<T> condition) {
      return entries().stream()
          .filter(kind::isInstance)
          .map(kind::cast)
          .filter(condition)
          .findFirst();
    }
  }

  /// As the head says.
  record Intact(LedgerHead tip, List<LedgerEntry> entries) implements Sound {
    public Intact {
      entries = List.copyOf(entries);
    }

    @Override
    public String inWords() {
      return "the ledger is intact, with %s entries".formatted(tip.entries());
    }
  }

  /// Entries follow that the head does not count: a crash came between file and head, or the head
  /// is an older one. Whoever knows what was begun tells these apart.
  ///
  /// @param uncounted the last ones
  record Ahead(LedgerHead tip, List<LedgerEntry> entries, List<LedgerEntry> uncounted)
      implements Sound {
    public Ahead {
      entries = List.copyOf(entries);
      uncounted = List.copyOf(uncounted);
    }

    @Override
    public String inWords() {
      return "the ledger has %s entries, and its head counts %s of them"
          .formatted(tip.entries(), tip.entries() - uncounted.size());
    }
  }

  /// A ledger that something has happened to. Nothing is appended.
  sealed interface Damaged extends LedgerCheck {}

  /// The bytes of a line are not those that were written.
  ///
  /// @param line of the file, from 1: the heading
  record Changed(long line) implements Damaged {
    @Override
    public String inWords() {
      return "line %s of the ledger was changed".formatted(line);
    }
  }

  /// The file ends within an entry that the head counts.
  record Cut(long entry) implements Damaged {
    @Override
    public String inWords() {
      return "the ledger is cut off within entry " + entry;
    }
  }

  /// An entry is missing before others.
  record Removed(long entry) implements Damaged {
    @Override
    public String inWords() {
      return "entry %s of the ledger was removed".formatted(entry);
    }
  }

  /// An entry is there twice.
  record Duplicated(long entry) implements Damaged {
    @Override
    public String inWords() {
      return "entry %s of the ledger is there twice".formatted(entry);
    }
  }

  /// An entry comes after later ones.
  record Reordered(long entry) implements Damaged {
    @Override
    public String inWords() {
      return "entry %s of the ledger is not in its place".formatted(entry);
    }
  }

  /// An entry does not follow the one before: it is of another ledger, or of another history.
  record Replaced(long entry) implements Damaged {
    @Override
    public String inWords() {
      return "entry %s of the ledger does not follow the one before it".formatted(entry);
    }
  }

  /// A file of another ledger.
  ///
  /// @param name of the ledger that is there
  record OtherLedger(String name) implements Damaged {
    @Override
    public String inWords() {
      return "the file is the ledger " + name;
    }
  }

  /// The file was rolled back: entries that the head counts are missing at its end.
  record Behind(LedgerHead tip, LedgerHead head) implements Damaged {
    @Override
    public String inWords() {
      return "the ledger has %s entries, and its head counts %s"
          .formatted(tip.entries(), head.entries());
    }
  }

  /// Where the head says, the file has another entry: head and file are of two histories.
  record Diverged(LedgerHead head) implements Damaged {
    @Override
    public String inWords() {
      return "entry %s of the ledger is not the one that its head counts".formatted(head.entries());
    }
  }

  /// The copy has entries that the file has not: the file was rolled back, and the head with it.
  record BehindCopy(LedgerHead tip, LedgerHead copy) implements Damaged {
    @Override
    public String inWords() {
      return "the ledger has %s entries, and its copy %s".formatted(tip.entries(), copy.entries());
    }
  }

  /// The copy is not a copy of this file.
  ///
  /// @param copy what is wrong with it
  record CopyDamaged(Damaged copy) implements Damaged {
    @Override
    public String inWords() {
      return "in the copy, " + copy.inWords();
    }
  }
}
