package io.privirec.privacy.ledger;

import io.privirec.privacy.ledger.LedgerCheck.BehindCopy;
import io.privirec.privacy.ledger.LedgerCheck.CopyDamaged;
import io.privirec.privacy.ledger.LedgerCheck.Damaged;
import io.privirec.privacy.ledger.LedgerCheck.Diverged;
import io.privirec.privacy.ledger.LedgerCheck.Sound;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Returned;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;
import java.io.IOException;
import java.util.Optional;

/// One ledger: a file, and a copy of it elsewhere where one is kept. The file is read anew each
/// time, so that what happened to it meanwhile is seen before anything is appended. Thread-safe.
///
/// Entries come to the file first, then to the copy, then the head is stored with whatever the
/// entry is about. After a crash in between, the file is ahead; it is never behind.
public final class Ledger {
  private final String name;
  private final LedgerFile file;
  private final Optional<LedgerFile> copy;

  Ledger(String name, LedgerFile file, Optional<LedgerFile> copy) {
    this.name = name;
    this.file = file;
    this.copy = copy;
  }

  public String name() {
    return name;
  }

  /// The head before the first entry.
  public LedgerHead empty() {
    return LedgerHead.ofEmpty(name);
  }

  /// Reads file and copy. Nothing is written.
  ///
  /// @param head as it was stored last
  public synchronized LedgerCheck check(LedgerHead head) throws IOException {
    Chain chain = read(file);
    LedgerCheck check = chain.against(head);
    return check instanceof Sound && copy.isPresent()
        ? againstCopy(chain, read(copy.get())).<LedgerCheck>map(damage -> damage).orElse(check)
        : check;
  }

  /// A copy that ends earlier is one that a crash kept from the last entries, or a new one.
  private static Optional<Damaged> againstCopy(Chain chain, Chain copy) {
    if (copy.damage().isPresent()) {
      return Optional.of(new CopyDamaged(copy.damage().get()));
    }
    if (chain.has(copy.tip())) {
      return Optional.empty();
    }
    return Optional.of(
        copy.has(chain.tip())
            ? new BehindCopy(chain.tip(), copy.tip())
            : new CopyDamaged(new Diverged(chain.tip())));
  }

  /// Makes sure that a session has an open reservation: a session that has one keeps it.
  ///
  /// @param head as it was stored last
  /// @return the head to store, now that the entry is on the disk
  /// @throws LedgerRefusal if the ledger is damaged
  public synchronized LedgerHead reserve(LedgerHead head, Reserved entry)
      throws IOException, LedgerRefusal {
    boolean isOpen = Reservations.of(requireSound(head).entries()).isOpen(entry.session());
    return append(isOpen ? Optional.empty() : Optional.of(entry));
  }

  /// Ends the reservation of a session, if it has an open one.
  ///
  /// @param head as it was stored last
  /// @return the head to store, now that the entry is on the disk
  /// @throws LedgerRefusal if the ledger is damaged
  public synchronized LedgerHead giveBack(LedgerHead head, Returned entry)
      throws IOException, LedgerRefusal {
    boolean isOpen = Reservations.of(requireSound(head).entries()).isOpen(entry.session());
    return append(isOpen ? Optional.of(entry) : Optional.empty());
  }

  /// Makes sure that a sum is in the ledger, once: the ledger enters no attempt twice, and no later
  /// attempt with the same noise.
  ///
  /// @param head as it was stored last
  /// @return the head to store, now that the entry is on the disk
  /// @throws LedgerRefusal if the ledger is damaged, or the attempt was entered with another use
  public synchronized LedgerHead enter(LedgerHead head, Sum sum) throws IOException, LedgerRefusal {
    Sound sound = requireSound(head);
    Optional<Sum> entered = sound.find(sum);
    if (entered.isPresent() && !entered.get().isSameSum(sum)) {
      throw new LedgerRefusal.OtherUse(entered.get());
    }
    return append(entered.isPresent() ? Optional.empty() : Optional.of(sum));
  }

  /// Makes sure that the survivors of a round are in the ledger, once for each step.
  ///
  /// @param head as it was stored last
  /// @return the head to store, now that the entry is on the disk
  /// @throws LedgerRefusal if the ledger is damaged, or has other survivors of the round
  public synchronized LedgerHead agree(LedgerHead head, Survivors survivors)
      throws IOException, LedgerRefusal {
    Sound sound = requireSound(head);
    Optional<Survivors> other =
        sound.find(survivors, entered -> !entered.digest().equals(survivors.digest()));
    if (other.isPresent()) {
      throw new LedgerRefusal.OtherSurvivors(other.get());
    }
    boolean isEntered =
        sound.find(survivors, entered -> entered.step() == survivors.step()).isPresent();
    return append(isEntered ? Optional.empty() : Optional.of(survivors));
  }

  private LedgerHead append(Optional<? extends LedgerEntry> entry) throws IOException {
    Chain chain = read(file);
    Chain longer = entry.isPresent() ? chain.plus(entry.get()) : chain;
    // Also what was there: it may have been read from memory that the disk does not have yet.
    put(longer);
    return longer.tip();
  }

  private Sound requireSound(LedgerHead head) throws IOException, LedgerRefusal {
    return switch (check(head)) {
      case Sound sound -> sound;
      case Damaged damage -> throw new LedgerRefusal.IsDamaged(damage);
    };
  }

  /// Puts the copy in the file's place, unless the file has all of it. What was in the file is kept
  /// aside.
  ///
  /// @param head as it was stored last; the copy must reach it
  /// @return the head to store
  /// @throws LedgerRefusal if there is no copy, or it is damaged itself
  public synchronized LedgerHead restoreFromCopy(LedgerHead head)
      throws IOException, LedgerRefusal {
    Chain kept = read(copy.orElseThrow(LedgerRefusal.NoCopy::new));
    if (kept.against(head) instanceof Damaged damage) {
      throw new LedgerRefusal.IsDamaged(new CopyDamaged(damage));
    }
    Chain chain = read(file);
    Chain whole = chain.damage().isEmpty() && chain.has(kept.tip()) ? chain : kept;
    put(whole);
    return whole.tip();
  }

  /// Counts what nobody remembers: after as many entries as can be verified, in the file or the
  /// copy, one is entered that stands for all that the limits allow. What was in the files is kept
  /// aside, unless it is continued.
  ///
  /// @return the head to store
  public synchronized LedgerHead presume(Presumed entry) throws IOException {
    Chain known = read(file);
    if (copy.isPresent()) {
      Chain kept = read(copy.get());
      known = kept.lines().size() > known.lines().size() ? kept : known;
    }
    Chain longer = known.plus(entry);
    put(longer);
    return longer.tip();
  }

  private Chain read(LedgerFile of) throws IOException {
    return Chain.read(name, of.read());
  }

  private void put(Chain chain) throws IOException {
    put(file, chain);
    if (copy.isPresent()) {
      put(copy.get(), chain);
    }
  }

  private void put(LedgerFile into, Chain chain) throws IOException {
    Chain there = read(into);
    if (there.damage().isEmpty() && chain.has(there.tip())) {
      into.extend(chain.bytes());
    } else {
      into.replace(chain.bytes());
    }
  }
}
