package io.privirec.coordinator.roster;

import io.privirec.coordinator.participant.Participants;
import io.privirec.coordinator.roster.RosterRefusal.Reason;
import io.privirec.round.ChangeSignal;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.FormerNames;
import io.privirec.secagg.roster.KnownLines;
import io.privirec.secagg.roster.MaskedCell;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterCheck;
import io.privirec.secagg.roster.RosterFault;
import io.privirec.secagg.roster.SignedRoster;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/// Takes rosters and knows the one in force: the one with the highest version.
@Service
public final class Rosters {
  private final RosterStore store;
  private final Participants participants;
  private final UsedCells used;
  private final SummedParticipants summed;
  private final RosterSettings settings;
  private final ChangeSignal signal;
  private final Clock clock;

  /// The one asked for last: parsing a large one takes time.
  private volatile @Nullable SignedRoster known;

  Rosters(
      RosterStore store,
      Participants participants,
      UsedCells used,
      SummedParticipants summed,
      RosterSettings settings,
      ChangeSignal signal,
      Clock clock) {
    this.store = store;
    this.participants = participants;
    this.used = used;
    this.summed = summed;
    this.settings = settings;
    this.signal = signal;
    this.clock = clock;
  }

  /// Takes a newer roster, or the roster in force once more. The coordinator checks all that it can
  /// of what participants check ([RosterCheck], [KnownLines]): the previous roster, the keys of the
  /// enrolled, the cells of sessions that it keeps, the lines of participants in its ledger, the
  /// keys and names of all earlier rosters, the atoms, and, with the keeper's key, signatures.
  ///
  /// @throws RosterRefusal when it is refused; nothing is kept then
  public Roster put(byte[] bytes) {
    SignedRoster signed = parse(new String(bytes, StandardCharsets.ISO_8859_1));
    Roster roster = signed.roster();
    List<CohortMember> enrolled =
        participants.all().stream()
            .map(each -> new CohortMember(each.id(), each.identityKey()))
            .toList();
    Optional<SignedRoster> inForce = current();
    RosterCheck.check(signed, settings.keeper(), inForce, usedCells(), enrolled)
        .or(() -> reusedName(roster))
        .or(() -> lineFault(roster, inForce.map(SignedRoster::roster), enrolled))
        .ifPresent(fault -> {
          throw new RosterRefusal(fault);
        });
    if (!store.put(signed, clock.instant())) {
      throw new RosterRefusal(
          Reason.CONFLICT,
          "another text of version %s was taken before; a changed roster needs a new version"
              .formatted(roster.version()));
    }
    signal.raise();
    return roster;
  }

  /// A roster of an earlier version may have given a name to another participant. Later rosters may
  /// keep that.
  private Optional<RosterFault> reusedName(Roster next) {
    FormerNames names = store.formerNames();
    boolean isKept = current().map(SignedRoster::roster).flatMap(names::fault).isPresent();
    return isKept ? Optional.empty() : names.fault(next);
  }

  /// A replica of an earlier version stores no lines, so the roster in force counts, too.
  private Optional<RosterFault> lineFault(
      Roster next, Optional<Roster> inForce, List<CohortMember> enrolled) {
    KnownLines lines = store.lines();
    return inForce
        .map(lines::plus)
        .orElse(lines)
        .fault(next, inForce, summed.participants(), enrolled);
  }

  /// Returns the names of all participants, by all rosters that were ever taken: a roster that
  /// omits an earlier name does not separate it from the participant. A replica of an earlier
  /// version stores no names, so the roster in force counts, too.
  public FormerNames formerNames() {
    FormerNames names = store.formerNames();
    return current().map(SignedRoster::roster).map(names::plus).orElse(names);
  }

  private List<MaskedCell> usedCells() {
    return used.all().stream()
        .map(cell -> require(cell.rosterVersion()).cell(cell.number()).orElseThrow())
        .map(MaskedCell::of)
        .distinct()
        .toList();
  }

  /// The one in force.
  public Optional<SignedRoster> current() {
    return store.latestVersion().map(this::load);
  }

  /// The one in force, for who cannot do without.
  ///
  /// @throws RosterRefusal if there is none
  public SignedRoster requireCurrent() {
    return current().orElseThrow(() -> new RosterRefusal(Reason.MISSING, "no roster was put here"));
  }

  /// Whether a version is the one in force.
  public boolean isCurrent(int version) {
    return store.latestVersion().filter(latest -> latest == version).isPresent();
  }

  /// A roster that was in force once.
  ///
  /// @throws IllegalArgumentException if that version was never taken
  public Roster require(int version) {
    return load(version).roster();
  }

  private SignedRoster load(int version) {
    SignedRoster last = known;
    if (last == null || last.roster().version() != version) {
      last =
          parse(
              store
                  .text(version)
                  .orElseThrow(
                      () -> new IllegalArgumentException("no roster of version " + version)));
      known = last;
    }
    return last;
  }

  private static SignedRoster parse(String text) {
    try {
      return SignedRoster.parse(text);
    } catch (GeneralSecurityException e) {
      throw new RosterRefusal(Reason.MALFORMED, e);
    }
  }

  /// Cells over which a participant has joined a round for a sum without noise. The participants of
  /// these rounds accept no later roster without them.
  @FunctionalInterface
  public interface UsedCells {
    /// Returns the cells of all sessions that the coordinator still keeps.
    Collection<UsedCell> all();

    /// A cell of a roster that was in force once.
    record UsedCell(int rosterVersion, int number) {}
  }

  /// Participants of sums over data, with noise or without. Each of them that masked accepts no
  /// later roster without its line.
  @FunctionalInterface
  public interface SummedParticipants {
    /// Returns the participants of all sums that the coordinator may have opened; none if its
    /// ledger cannot be read.
    Set<ParticipantId> participants();
  }
}
