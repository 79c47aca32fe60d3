package io.privirec.client.roster;

import io.privirec.client.participant.ParticipantStore;
import io.privirec.client.roster.RosterStore.Opening;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.CohortCheck;
import io.privirec.secagg.roster.FormerNames;
import io.privirec.secagg.roster.Holder;
import io.privirec.secagg.roster.MaskedCell;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterCheck;
import io.privirec.secagg.roster.RosterFault;
import io.privirec.secagg.roster.RosterMember;
import io.privirec.secagg.roster.SignedRoster;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The holder's roster: signed by the key that the holder configured, of a version that only grows,
/// and without a fault that [RosterCheck] finds. Thread-safe.
public final class Rosters {
  private final RosterStore store;
  private final ParticipantStore participants;
  private final SharedUsers users;
  private final Optional<PublicIdentityKey> rosterKey;
  private final Clock clock;

  /// The roster read last: participants ask for it in every round, and it is long.
  private volatile @Nullable SignedRoster known;

  public Rosters(
      RosterStore store,
      ParticipantStore participants,
      SharedUsers users,
      Optional<PublicIdentityKey> rosterKey,
      Clock clock) {
    this.store = store;
    this.participants = participants;
    this.users = users;
    this.rosterKey = rosterKey;
    this.clock = clock;
  }

  /// The key that rosters are checked with.
  ///
  /// @throws RosterRefusal if none is configured
  public PublicIdentityKey requireKey() {
    return rosterKey.orElseThrow(RosterRefusal.NoRosterKey::new);
  }

  /// Whether a roster may ever be in force.
  public boolean isKeyed() {
    return rosterKey.isPresent();
  }

  /// The roster in force; empty when there is none by the configured key.
  public Optional<SignedRoster> current() {
    return rosterKey.flatMap(store::newest).flatMap(this::read);
  }

  /// The cells of the roster in force, and who is in them; empty when nobody has said.
  public Optional<Roster> roster() {
    return current().map(SignedRoster::roster);
  }

  /// A roster that was in force once.
  public Optional<Roster> find(RosterReference reference) {
    return read(reference).map(SignedRoster::roster);
  }

  private Optional<SignedRoster> read(RosterReference reference) {
    SignedRoster last = known;
    if (last != null && last.roster().reference().equals(reference)) {
      return Optional.of(last);
    }
    Optional<SignedRoster> found =
        rosterKey.flatMap(key -> store.find(key, reference).filter(kept -> kept.isSignedBy(key)));
    found.ifPresent(roster -> known = roster);
    return found;
  }

  /// Takes a roster. The one in force may be put again.
  ///
  /// @param text the canonical text of a [SignedRoster], in ASCII
  /// @throws RosterRefusal if there is no key to check it with, if it does not parse, has a fault,
  ///   or joins participants with common users under one holder
  public SignedRoster put(byte[] text) {
    PublicIdentityKey key = requireKey();
    SignedRoster roster = parse(text);
    List<CohortMember> hosted =
        participants.enrolled().stream()
            .map(one -> new CohortMember(one.id(), one.identity().publicKey()))
            .toList();
    Optional<RosterFault> found =
        store.put(
            key,
            roster,
            (inForce, maskedFor) -> {
              Optional<RosterFault> fault =
                  RosterCheck.check(roster, key, inForce, maskedFor, hosted)
                      .or(() -> reusedName(roster.roster(), inForce.map(SignedRoster::roster)));
              if (fault.isEmpty()) {
                requireDisjointUsers(roster.roster(), inForce.map(SignedRoster::roster));
              }
              return fault;
            },
            clock.instant());
    if (found.isPresent()) {
      throw new RosterRefusal.Faulty(found.get());
    }
    return roster;
  }

  /// A roster of an earlier version may have given a name to another participant. Later rosters may
  /// keep that.
  private Optional<RosterFault> reusedName(Roster next, Optional<Roster> inForce) {
    FormerNames names = store.formerNames();
    return inForce.flatMap(names::fault).isPresent() ? Optional.empty() : names.fault(next);
  }

  /// Returns all names of a participant, by all rosters that were ever taken: a roster that omits
  /// an earlier name does not separate it from the participant.
  public SortedSet<ParticipantId> namesOf(ParticipantId participant) {
    return store.formerNames().of(participant);
  }

  /// Rejects a roster that joins participants with common users under a holder. Participants that
  /// the roster in force already gives to a holder are not checked again, so that old imports do
  /// not keep out newer rosters.
  private void requireDisjointUsers(Roster next, Optional<Roster> inForce) {
    FormerNames names = store.formerNames().plus(next);
    Collection<Set<SortedSet<ParticipantId>>> known =
        inForce.map(now -> byHolder(now, names).values()).orElse(List.of());
    byHolder(next, names)
        .forEach((holder, group) -> {
          boolean isKnown = known.stream().anyMatch(before -> before.containsAll(group));
          long shared = isKnown ? 0 : users.among(group);
          if (shared > 0) {
            throw new RosterRefusal.SharesUsers(holder, shared);
          }
        });
  }

  /// Returns the participants of each holder that has several, each with all its names.
  private static Map<Holder, Set<SortedSet<ParticipantId>>> byHolder(
      Roster roster, FormerNames names) {
    Map<Holder, Set<SortedSet<ParticipantId>>> groups =
        roster.members().stream()
            .collect(
                Collectors.groupingBy(
                    RosterMember::holder,
                    HashMap::new,
                    Collectors.mapping(member -> names.of(member.id()), Collectors.toSet())));
    groups.values().removeIf(group -> group.size() < 2);
    return groups;
  }

  /// Returns all names of the other participants of a participant's holder by the roster in force,
  /// hosted here or not. Until the end of the caller's transaction no roster is taken.
  ///
  /// @param participant by any of its names
  public SortedSet<ParticipantId> othersOfHolder(ParticipantId participant) {
    store.holdStill();
    FormerNames names = store.formerNames();
    SortedSet<ParticipantId> own = names.of(participant);
    TreeSet<ParticipantId> others = new TreeSet<>();
    for (Set<SortedSet<ParticipantId>> group :
        roster().map(inForce -> byHolder(inForce, names).values()).orElse(List.of())) {
      if (group.contains(own)) {
        group.forEach(others::addAll);
      }
    }
    others.removeAll(own);
    return others;
  }

  /// Records that a participant joins a cohort, or masks for it: inside a transaction of the
  /// caller, until whose end no roster is taken.
  ///
  /// @param cells of the roster; empty where what it masks does not depend on data
  /// @param masks whether it masks
  /// @return why it may not; then nothing is recorded
  public Optional<CohortRefusal> enter(
      ParticipantId participant, RosterReference reference, List<Integer> cells, boolean masks) {
    PublicIdentityKey key = requireKey();
    Optional<Roster> roster = store.holds(key, reference) ? find(reference) : Optional.empty();
    if (roster.isEmpty()) {
      return Optional.of(new CohortRefusal.Superseded());
    }
    List<MaskedCell> maskedFor =
        namesOf(participant).stream()
            .flatMap(name -> store.openings(name).stream())
            .filter(Opening::masked)
            .map(Opening::cell)
            .toList();
    SortedSet<ParticipantId> absent = CohortCheck.absent(roster.get(), key, cells, maskedFor);
    if (!cells.isEmpty() && !absent.isEmpty()) {
      return Optional.of(new CohortRefusal.SplitCell(absent));
    }
    List<Cell> entered =
        roster.get().currentCells().stream().filter(cell -> cells.contains(cell.number())).toList();
    store.remember(participant, entered, masks, clock.instant());
    return Optional.empty();
  }

  /// What a participant has joined and masked for, oldest first: every roster must list it.
  public List<Opening> openings(ParticipantId participant) {
    return store.openings(participant);
  }

  private static SignedRoster parse(byte[] text) {
    try {
      return SignedRoster.parse(new String(text, StandardCharsets.ISO_8859_1));
    } catch (GeneralSecurityException e) {
      throw new RosterRefusal.Malformed(String.valueOf(e.getMessage()));
    }
  }
}
