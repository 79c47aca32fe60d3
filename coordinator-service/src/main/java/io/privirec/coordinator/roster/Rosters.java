package io.privirec.coordinator.roster;

import io.privirec.coordinator.participant.Participants;
import io.privirec.coordinator.roster.RosterRefusal.Reason;
import io.privirec.round.ChangeSignal;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.roster.MaskedCell;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterCheck;
import io.privirec.secagg.roster.SignedRoster;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Takes rosters and knows the one in force: the one with the highest version.
public final class Rosters {
  private final RosterStore store;
  private final Participants participants;
  private final UsedCells used;
  private final RosterSettings settings;
  private final ChangeSignal signal;
  private final Clock clock;

  /// The one asked for last: parsing a large one takes time.
  private volatile @Nullable SignedRoster known;

  Rosters(
      RosterStore store,
      Participants participants,
      UsedCells used,
      RosterSettings settings,
      ChangeSignal signal,
      Clock clock) {
    this.store = store;
    this.participants = participants;
    this.used = used;
    this.settings = settings;
    this.signal = signal;
    this.clock = clock;
  }

  /// Takes a newer roster, or the roster in force once more. The coordinator checks all that it can
  /// of what participants check ([RosterCheck]): the previous roster, the keys of the enrolled, the
  /// cells of sessions that it keeps, the atoms, and, with the keeper's key, signatures.
  ///
  /// @throws RosterRefusal when it is refused; nothing is kept then
  public Roster put(byte[] bytes) {
    SignedRoster signed = parse(new String(bytes, StandardCharsets.ISO_8859_1));
    Roster roster = signed.roster();
    List<CohortMember> enrolled =
        participants.all().stream()
            .map(each -> new CohortMember(each.id(), each.identityKey()))
            .toList();
    RosterCheck.check(signed, settings.keeper(), current(), usedCells(), enrolled)
        .ifPresent(fault -> {
          throw new RosterRefusal(fault);
        });
    if (!store.put(roster.version(), roster.digest(), signed.text(), clock.instant())) {
      throw new RosterRefusal(
          Reason.CONFLICT,
          "another text of version %d was taken before; a changed roster needs a new version"
              .formatted(roster.version()));
    }
    signal.raise();
    return roster;
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
}
