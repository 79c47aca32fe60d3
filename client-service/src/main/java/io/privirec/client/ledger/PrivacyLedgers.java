package io.privirec.client.ledger;

import io.privirec.privacy.Distributed;
import io.privirec.privacy.ledger.EquationTotals;
import io.privirec.privacy.ledger.Ledger;
import io.privirec.privacy.ledger.LedgerCheck;
import io.privirec.privacy.ledger.LedgerCheck.Ahead;
import io.privirec.privacy.ledger.LedgerCheck.Damaged;
import io.privirec.privacy.ledger.LedgerCheck.Intact;
import io.privirec.privacy.ledger.LedgerCheck.Sound;
import io.privirec.privacy.ledger.LedgerDirectory;
import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Returned;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.privacy.ledger.LedgerHead;
import io.privirec.privacy.ledger.LedgerRefusal;
import io.privirec.privacy.ledger.LimitDecision;
import io.privirec.privacy.ledger.PrivacyLimits;
import io.privirec.privacy.ledger.Reconciliation;
import io.privirec.privacy.ledger.Reservations;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Colluders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.function.Function;

/// The ledgers of all participants hosted here. A ledger is a file; its head is in the database,
/// saved in the transaction that the entry belongs to. After a crash the file is ahead by entries
/// of rounds that the database knows. Anything else, such as a database or a file that was restored
/// to an older state, locks the participant until somebody reconciles the two: it joins nothing
/// that reads data.
///
/// File and database may both be restored to the same older state. Then only the coordinator can
/// tell, if it follows the protocol. It keeps the newest head with a signature of the participant.
///
/// A participant that was renamed has a ledger for each of its names. Entries under all names are
/// the participant's own: they count for budgets, marks and equations. If a ledger under one name
/// is damaged, the participant is locked. A name without a ledger here has no entries: if another
/// service hosted it, its ledger file must be copied here. New entries go to the ledger of the
/// present name.
///
/// Whether it is locked is found out anew each time, from file, copy and database.
public final class PrivacyLedgers {
  private final LedgerDirectory directory;
  private final HeadStore heads;
  private final JoinedRounds rounds;
  private final PrivacyLimits limits;
  private final OptionalInt minColluders;
  private final Function<ParticipantId, SortedSet<ParticipantId>> names;
  private final Clock clock;

  /// Creates ledgers.
  ///
  /// @param names of a participant: the given name, earlier names and later names
  PrivacyLedgers(
      LedgerDirectory directory,
      HeadStore heads,
      JoinedRounds rounds,
      PrivacyLimits limits,
      OptionalInt minColluders,
      Function<ParticipantId, SortedSet<ParticipantId>> names,
      Clock clock) {
    this.directory = directory;
    this.heads = heads;
    this.rounds = rounds;
    this.limits = limits;
    this.minColluders = minColluders;
    this.names = names;
    this.clock = clock;
  }

  /// Refuses for a participant that is locked.
  ///
  /// @throws SumRefusal.Locked if it is
  public void requireUnlocked(ParticipantId participant) {
    entries(participant);
  }

  /// Returns all entries of a participant since its ledger began, under all its names, oldest
  /// first.
  ///
  /// @throws SumRefusal.Locked if the participant is locked
  public List<LedgerEntry> entries(ParticipantId participant) {
    return withOtherNames(participant, requireSound(participant).entries(), false);
  }

  /// Adds the entries under other names.
  ///
  /// @param own under the present name
  /// @param isLive whether the reservations of sessions that are over count as returned
  private List<LedgerEntry> withOtherNames(
      ParticipantId participant, List<LedgerEntry> own, boolean isLive) {
    List<LedgerEntry> entries = new ArrayList<>();
    for (ParticipantId name : names.apply(participant)) {
      if (!name.equals(participant)) {
        Sound sound = requireSoundOfOtherName(participant, name);
        entries.addAll(sound.entries());
        if (isLive) {
          entries.addAll(ends(name, sound));
        }
      }
    }
    entries.addAll(own);
    entries.sort(Comparator.comparingLong(LedgerEntry::at));
    return entries;
  }

  private Sound requireSoundOfOtherName(ParticipantId participant, ParticipantId name) {
    LedgerCheck check = check(name);
    Optional<String> lock = lockOfOtherName(participant, name, check);
    if (check instanceof Sound sound && lock.isEmpty()) {
      return sound;
    }
    throw new SumRefusal.Locked(lock.orElseThrow());
  }

  /// A ledger without a head was copied here from another service. All its entries count.
  private Optional<String> lockOfOtherName(
      ParticipantId participant, ParticipantId name, LedgerCheck check) {
    boolean isCopied = check instanceof Sound && heads.find(name).isEmpty();
    return (isCopied ? Optional.<String>empty() : lock(name, check))
        .map(why -> "%s had the name %s, and %s".formatted(participant, name, why));
  }

  private Optional<String> lockOfOtherNames(ParticipantId participant) {
    return names.apply(participant).stream()
        .filter(name -> !name.equals(participant))
        .flatMap(name -> lockOfOtherName(participant, name, check(name)).stream())
        .findFirst();
  }

  /// Rejects a session whose claim has a larger δ than the limits.
  ///
  /// @throws SumRefusal.DeltaAbove if it has
  public void requireDelta(double stated) {
    if (stated > limits.delta()) {
      throw new SumRefusal.DeltaAbove(stated, limits.delta());
    }
  }

  /// Rejects a session whose budget is above a limit. Nothing is entered.
  ///
  /// @throws SumRefusal if it is, or the participant is locked
  public void requireRoom(ParticipantId participant, SessionBudget budget) {
    List<LedgerEntry> entries = live(participant, requireSound(participant));
    require(decide(entries, reserved(participant, budget, now(entries)), budget));
  }

  /// The entries, as if the reservations of sessions that are over were returned.
  private List<LedgerEntry> live(ParticipantId participant, Sound sound) {
    List<LedgerEntry> entries = new ArrayList<>(sound.entries());
    entries.addAll(ends(participant, sound));
    return withOtherNames(participant, entries, true);
  }

  private List<Returned> ends(ParticipantId participant, Sound sound) {
    return Reservations.ends(
        sound.entries(), session -> !rounds.isOpen(participant, session), now(sound.entries()));
  }

  /// Reserves the budget of a session, in the transaction that is under way, so that of two
  /// sessions at a time the second counts the first. A session that has reserved keeps its
  /// reservation.
  ///
  /// @throws SumRefusal if the budget is above a limit, or the participant is locked; nothing is
  ///   entered
  public void reserve(ParticipantId participant, SessionBudget budget) {
    alone(
        participant,
        () -> {
          List<LedgerEntry> entries = live(participant, requireSound(participant));
          Reserved entry = reserved(participant, budget, now(entries));
          require(decide(entries, entry, budget));
          save(participant, (ledger, head) -> ledger.reserve(head, entry));
        });
  }

  private LimitDecision decide(List<LedgerEntry> entries, Reserved entry, SessionBudget budget) {
    return limits.reserve(entries, entry, budget.unit(), budget.largestRho(), entry.at());
  }

  private static Reserved reserved(ParticipantId participant, SessionBudget budget, long at) {
    return new Reserved(at, budget.session(), List.of(participant.value()), budget.rho());
  }

  /// Ends a session for the participant, and returns the unused part of the reservations of all
  /// sessions that are over for it, in one transaction. While the participant is locked, nothing is
  /// returned; the next session that ends returns it.
  ///
  /// @param end marks the session as over in the database
  public void giveBack(ParticipantId participant, Runnable end) {
    heads.alone(
        participant,
        () -> {
          end.run();
          returnUnused(participant);
        });
  }

  private void returnUnused(ParticipantId participant) {
    LedgerCheck check = check(participant);
    if (check instanceof Sound sound && lock(participant, check).isEmpty()) {
      for (Returned entry : ends(participant, sound)) {
        save(participant, (ledger, head) -> ledger.giveBack(head, entry));
      }
    }
  }

  /// Rejects a sum that would be above a limit. Nothing is entered.
  ///
  /// @param session that the sum belongs to
  /// @param colluders that its cohort needs, unless the holder configured a number
  /// @throws SumRefusal if it would, or the participant is locked
  public void requireWithin(
      ParticipantId participant, String session, Use.Noise noise, int colluders) {
    List<LedgerEntry> entries = live(participant, requireSound(participant));
    requireColluders(noise.mechanism(), colluders);
    require(limits.decide(entries, session, noise, now(entries)));
  }

  /// Whether [#enter] would find the sum in the ledger already.
  ///
  /// @throws SumRefusal.Locked if the participant is locked
  public boolean isEntered(ParticipantId participant, Sum sum) {
    return requireSound(participant).find(sum).isPresent();
  }

  /// Makes sure that a sum is in the ledger, and that its noise is within the limits. An attempt
  /// that is there already is not entered, nor counted, again. In the transaction that is under
  /// way, so that of two sums at a time the second counts the first.
  ///
  /// @throws SumRefusal if it would be above a limit, the participant is locked, or the attempt was
  ///   entered otherwise; nothing is entered
  public void enter(ParticipantId participant, Sum sum) {
    alone(
        participant,
        () -> {
          Sound sound = requireSound(participant);
          List<LedgerEntry> entries = live(participant, sound);
          Sum now = sum.at(now(entries));
          if (sum.use() instanceof Use.Noise noise && sound.find(now).isEmpty()) {
            requireColluders(
                noise.mechanism(), Colluders.of(noise.mechanism().shares().participants()));
            require(limits.decide(entries, now.session(), noise, now.at()));
          }
          save(participant, (ledger, head) -> ledger.enter(head, now));
        });
  }

  /// Makes sure that the survivors of a round are in the ledger for a step, in the transaction that
  /// is under way. After a restore of the database the file still has them.
  ///
  /// @throws SumRefusal if the ledger has other survivors of the round, or the participant is
  ///   locked; nothing is entered
  public void agree(ParticipantId participant, Survivors survivors) {
    alone(
        participant,
        () -> {
          Survivors now = survivors.at(now(requireSound(participant).entries()));
          save(participant, (ledger, head) -> ledger.agree(head, now));
        });
  }

  /// Returns the survivors of a session's attempts, under all names of the participant.
  ///
  /// @throws SumRefusal.Locked if the participant is locked
  public List<Survivors> agreed(ParticipantId participant, String session) {
    return entries(participant).stream()
        .filter(Survivors.class::isInstance)
        .map(Survivors.class::cast)
        .filter(entry -> entry.session().equals(session))
        .toList();
  }

  /// Does something while no other thread does so for any name of the participant.
  private void alone(ParticipantId participant, Runnable action) {
    Runnable locked = action;
    for (ParticipantId name : names.apply(participant).reversed()) {
      Runnable inner = locked;
      locked = () -> heads.alone(name, inner);
    }
    locked.run();
  }

  /// Writes a ledger, and its new head.
  @FunctionalInterface
  private interface Write {
    LedgerHead on(Ledger ledger, LedgerHead head) throws IOException, LedgerRefusal;
  }

  private void save(ParticipantId participant, Write write) {
    try {
      heads.save(participant, write.on(ledger(participant), head(participant)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (LedgerRefusal.OtherUse e) {
      throw new SumRefusal.OtherUse(String.valueOf(e.getMessage()));
    } catch (LedgerRefusal.OtherSurvivors e) {
      throw new SumRefusal.OtherSurvivors(String.valueOf(e.getMessage()));
    } catch (LedgerRefusal e) {
      throw new SumRefusal.Locked(String.valueOf(e.getMessage()));
    }
  }

  /// A clock that is set back must not let entries count as older than they are.
  private long now(List<LedgerEntry> entries) {
    return entries.stream().mapToLong(LedgerEntry::at).reduce(clock.millis(), Math::max);
  }

  /// Rejects noise for fewer colluders than the holder wants. The session states its number alone.
  ///
  /// @param ofCohort the least number, unless the holder configured one
  private void requireColluders(Distributed mechanism, int ofCohort) {
    int least = minColluders.orElse(ofCohort);
    if (mechanism.shares().colluders() < least) {
      throw new SumRefusal.TooFewColluders(mechanism.shares().colluders(), least);
    }
  }

  /// Takes in the head that the coordinator keeps. A participant whose ledger does not have it is
  /// locked from now on.
  ///
  /// @param witnessed by the participant's own signature
  public void rememberWitnessed(ParticipantId participant, WitnessedHead witnessed) {
    heads.alone(participant, () -> heads.keepNewestWitnessed(participant, witnessed));
  }

  /// The head that the coordinator should keep; empty without entries, and while the participant is
  /// locked.
  public Optional<WitnessedHead> tip(ParticipantId participant) {
    LedgerCheck check = check(participant);
    return check instanceof Sound sound
            && !sound.entries().isEmpty()
            && lock(participant, check).isEmpty()
        ? Optional.of(new WitnessedHead(sound.tip(), sound.entries().getLast().at()))
        : Optional.empty();
  }

  private static void require(LimitDecision decision) {
    if (decision instanceof LimitDecision.Refused refused) {
      throw new SumRefusal.AboveLimit(refused);
    }
  }

  /// How a ledger stands, for people.
  public LedgerStanding standing(ParticipantId participant) {
    LedgerCheck check = check(participant);
    long now = clock.millis();
    Optional<String> locked = lock(participant, check).or(() -> lockOfOtherNames(participant));
    List<LedgerEntry> own = check instanceof Sound sound ? sound.entries() : List.of();
    List<LedgerEntry> all = locked.isEmpty() ? withOtherNames(participant, own, false) : own;
    return new LedgerStanding(
        locked,
        all.stream().filter(entry -> entry.at() > now - limits.periodMillis()).toList(),
        limits.spent(all, now),
        limits.lifetimeEpsilon(all),
        EquationTotals.of(all),
        limits);
  }

  /// Unlocks a participant. Its open rounds are given up: those that are as old as the database
  /// would go on as if nothing had happened since. Unless the ledger is restored from its copy, the
  /// sessions that run end for the participant: no attempt follows what the database has forgotten.
  ///
  /// @param coversUnlocked whether it may be reconciled though nothing seems to be wrong
  /// @throws ReconciliationRefusal if it is not locked, or there is nothing to reconcile it by
  public void reconcile(ParticipantId participant, Reconciliation way, boolean coversUnlocked) {
    heads.alone(
        participant,
        () -> {
          LedgerCheck check = check(participant);
          Optional<String> lock = lock(participant, check);
          if (lock.isEmpty() && !coversUnlocked) {
            throw new ReconciliationRefusal(
                ReconciliationRefusal.Reason.NOT_LOCKED,
                "the ledger of %s is not locked".formatted(participant));
          }
          try {
            heads.save(
                participant,
                switch (way) {
                  case COPY -> tipOfCopy(participant);
                  case FILE -> tipOfFile(participant, check);
                  case WORST_CASE ->
                      ledger(participant)
                          .presume(
                              new Presumed(
                                  atLeastWitnessed(participant),
                                  lock.orElse("the holder knows of a restore")));
                });
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          } catch (LedgerRefusal e) {
            throw new ReconciliationRefusal(
                ReconciliationRefusal.Reason.COPY_UNUSABLE, String.valueOf(e.getMessage()));
          }
          rounds.abandon(participant);
          if (way != Reconciliation.COPY) {
            rounds.endSessions(participant);
            returnUnused(participant);
          }
        });
  }

  private LedgerHead tipOfFile(ParticipantId participant, LedgerCheck check) {
    if (!(check instanceof Sound sound)) {
      throw new ReconciliationRefusal(
          ReconciliationRefusal.Reason.FILE_UNUSABLE, "the file is not sound: " + check.inWords());
    }
    unwitnessed(participant, sound)
        .ifPresent(why -> {
          throw new ReconciliationRefusal(ReconciliationRefusal.Reason.FILE_UNUSABLE, why);
        });
    return sound.tip();
  }

  private LedgerHead tipOfCopy(ParticipantId participant) throws IOException, LedgerRefusal {
    LedgerHead restored = ledger(participant).restoreFromCopy(head(participant));
    if (checked(participant, restored) instanceof Sound sound) {
      unwitnessed(participant, sound)
          .ifPresent(why -> {
            throw new ReconciliationRefusal(ReconciliationRefusal.Reason.COPY_UNUSABLE, why);
          });
    }
    return restored;
  }

  /// What is presumed covers everything before it, which clocks must not undo.
  private long atLeastWitnessed(ParticipantId participant) {
    return heads
        .witnessed(participant)
        .map(witnessed -> Math.max(clock.millis(), witnessed.at()))
        .orElseGet(clock::millis);
  }

  private Sound requireSound(ParticipantId participant) {
    LedgerCheck check = check(participant);
    Optional<String> lock = lock(participant, check);
    if (check instanceof Sound sound && lock.isEmpty()) {
      return sound;
    }
    throw new SumRefusal.Locked(lock.orElseThrow());
  }

  private Optional<String> lock(ParticipantId participant, LedgerCheck check) {
    return switch (check) {
      case Intact intact -> unwitnessed(participant, intact);
      case Ahead ahead -> {
        long unknown =
            ahead.uncounted().stream().filter(entry -> !isKnown(participant, entry)).count();
        yield unknown == 0
            ? unwitnessed(participant, ahead)
            : Optional.of(
                "the database is older than the ledger: %d of its entries are of sessions or rounds that it does not know"
                    .formatted(unknown));
      }
      case Damaged damage -> Optional.of(damage.inWords());
    };
  }

  /// Why a ledger that is sound by itself is not the newest. An entry that was presumed since then
  /// covers the missing entries.
  private Optional<String> unwitnessed(ParticipantId participant, Sound sound) {
    return heads
        .witnessed(participant)
        .filter(witnessed -> !witnessed.head().equals(sound.tip()))
        .filter(witnessed ->
            sound.entries().stream()
                .noneMatch(entry -> entry instanceof Presumed && entry.at() >= witnessed.at()))
        .filter(witnessed -> !(checked(participant, witnessed.head()) instanceof Sound))
        .map(witnessed ->
            "the coordinator keeps a head of this ledger, signed by %s, of %d entries, and it is none of these %d"
                .formatted(participant, witnessed.head().entries(), sound.tip().entries()));
  }

  private boolean isKnown(ParticipantId participant, LedgerEntry entry) {
    return switch (entry) {
      case Sum sum ->
          rounds.has(
              participant,
              sum.round(),
              sum.use() instanceof Use.Noise noise ? noise.seedCommitment() : Optional.empty());
      case Reserved _, Returned _, Survivors _ ->
          rounds.knowsSession(participant, entry.ofSession().orElseThrow());
      case Presumed _ -> false;
    };
  }

  private LedgerCheck check(ParticipantId participant) {
    return checked(participant, head(participant));
  }

  private LedgerCheck checked(ParticipantId participant, LedgerHead head) {
    try {
      return ledger(participant).check(head);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private LedgerHead head(ParticipantId participant) {
    return heads.find(participant).orElseGet(ledger(participant)::empty);
  }

  private Ledger ledger(ParticipantId participant) {
    return directory.ledger(participant.value());
  }
}
