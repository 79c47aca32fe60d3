package io.privirec.client.ledger;

import io.privirec.client.roster.Rosters;
import io.privirec.privacy.Distributed;
import io.privirec.privacy.ledger.EquationTotals;
import io.privirec.privacy.ledger.KeptLedger;
import io.privirec.privacy.ledger.Ledger;
import io.privirec.privacy.ledger.LedgerCheck.Sound;
import io.privirec.privacy.ledger.LedgerDirectory;
import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Returned;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.privacy.ledger.LedgerRefusal;
import io.privirec.privacy.ledger.LedgerState;
import io.privirec.privacy.ledger.LimitDecision;
import io.privirec.privacy.ledger.PrivacyLimits;
import io.privirec.privacy.ledger.Reconciliation;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Colluders;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// The ledgers of all participants hosted here. A ledger is a file; its head is in the database,
/// saved in the transaction that the entry belongs to. After a crash the file is ahead by entries
/// of rounds that the database knows. Anything else, such as a database or a file that was restored
/// to an older state, locks the participant until a person reconciles the two. A locked participant
/// joins nothing that reads data.
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
@Component
public final class PrivacyLedgers {
  private static final Logger log = LoggerFactory.getLogger(PrivacyLedgers.class);

  private final LedgerDirectory directory;
  private final HeadStore heads;
  private final JoinedRounds rounds;
  private final PrivacyLimits limits;
  private final OptionalInt minColluders;
  private final Rosters rosters;
  private final Clock clock;

  PrivacyLedgers(
      LedgerDirectory directory,
      HeadStore heads,
      JoinedRounds rounds,
      LedgerSettings settings,
      Rosters rosters,
      Clock clock) {
    this.directory = directory;
    this.heads = heads;
    this.rounds = rounds;
    this.limits = settings.limits();
    this.minColluders = settings.configuredColluders();
    this.rosters = rosters;
    this.clock = clock;
    log.info("Limits of {}", limits.inWords());
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
    for (ParticipantId name : rosters.namesOf(participant)) {
      if (!name.equals(participant)) {
        entries.addAll(ofOtherName(participant, name, isLive));
      }
    }
    entries.addAll(own);
    entries.sort(Comparator.comparingLong(LedgerEntry::at));
    return entries;
  }

  private List<LedgerEntry> ofOtherName(
      ParticipantId participant, ParticipantId name, boolean isLive) {
    KeptLedger ledger = ledger(name);
    LedgerState state = stateOfOtherName(name);
    lockOfOtherName(participant, name, state)
        .ifPresent(why -> {
          throw new SumRefusal.Locked(why);
        });
    List<LedgerEntry> entries = state.entries();
    return isLive ? ledger.live(entries, now(entries)) : entries;
  }

  /// A ledger without a head was copied here from another service. All its entries count, and the
  /// database knows none of them.
  private LedgerState stateOfOtherName(ParticipantId name) {
    KeptLedger ledger = ledger(name);
    if (heads.find(name).isEmpty() && ledger.check() instanceof Sound copied) {
      return new LedgerState(copied.tip(), copied, Optional.empty());
    }
    return ledger.state();
  }

  private static Optional<String> lockOfOtherName(
      ParticipantId participant, ParticipantId name, LedgerState state) {
    return state.lock().map(why -> "%s had the name %s, and %s".formatted(participant, name, why));
  }

  private Optional<String> lockOfOtherNames(ParticipantId participant) {
    return rosters.namesOf(participant).stream()
        .filter(name -> !name.equals(participant))
        .flatMap(name -> lockOfOtherName(participant, name, stateOfOtherName(name)).stream())
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

  /// The entries under all names, as if the reservations of sessions that are over were returned.
  private List<LedgerEntry> live(ParticipantId participant, Sound sound) {
    List<LedgerEntry> own = ledger(participant).live(sound.entries(), now(sound.entries()));
    return withOtherNames(participant, own, true);
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
          save(participant, ledger -> ledger.reserve(entry));
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
    save(
        participant,
        ledger -> {
          Optional<Sound> sound = ledger.state().unlocked();
          if (sound.isPresent()) {
            List<LedgerEntry> entries = sound.get().entries();
            for (Returned entry : ledger.ends(entries, now(entries))) {
              ledger.giveBack(entry);
            }
          }
        });
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
          save(participant, ledger -> ledger.enter(now));
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
          save(participant, ledger -> ledger.agree(now));
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
    for (ParticipantId name : rosters.namesOf(participant).reversed()) {
      Runnable inner = locked;
      locked = () -> heads.alone(name, inner);
    }
    locked.run();
  }

  /// Writes a ledger, and its new head.
  @FunctionalInterface
  private interface Write {
    void on(KeptLedger ledger) throws LedgerRefusal;
  }

  private void save(ParticipantId participant, Write write) {
    try {
      write.on(ledger(participant));
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
    return ledger(participant)
        .state()
        .unlocked()
        .filter(sound -> !sound.entries().isEmpty())
        .map(sound -> new WitnessedHead(sound.tip(), sound.entries().getLast().at()));
  }

  private static void require(LimitDecision decision) {
    if (decision instanceof LimitDecision.Refused refused) {
      throw new SumRefusal.AboveLimit(refused);
    }
  }

  /// How a ledger stands, for people.
  public LedgerStanding standing(ParticipantId participant) {
    LedgerState state = ledger(participant).state();
    long now = clock.millis();
    Optional<String> locked = state.lock().or(() -> lockOfOtherNames(participant));
    List<LedgerEntry> own = state.entries();
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
          try {
            ledger(participant)
                .reconcile(
                    way,
                    coversUnlocked,
                    lock ->
                        new Presumed(
                            atLeastWitnessed(participant),
                            lock.orElse("the holder knows of a restore")));
          } catch (LedgerRefusal e) {
            throw new ReconciliationRefusal(e);
          }
          rounds.abandon(participant);
          if (way != Reconciliation.COPY) {
            rounds.endSessions(participant);
            returnUnused(participant);
          }
        });
  }

  /// A presumed entry covers all entries before its time. A clock that is set back must not undo
  /// this.
  private long atLeastWitnessed(ParticipantId participant) {
    return heads
        .witnessed(participant)
        .map(witnessed -> Math.max(clock.millis(), witnessed.at()))
        .orElseGet(clock::millis);
  }

  private Sound requireSound(ParticipantId participant) {
    try {
      return ledger(participant).state().requireUnlocked();
    } catch (LedgerRefusal.Locked locked) {
      throw new SumRefusal.Locked(String.valueOf(locked.getMessage()));
    }
  }

  private KeptLedger ledger(ParticipantId name) {
    Ledger ledger = directory.ledger(name.value());
    return new KeptLedger(ledger, new LedgerKeeper(name, ledger, heads, rounds));
  }
}
