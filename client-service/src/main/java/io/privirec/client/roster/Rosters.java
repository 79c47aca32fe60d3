package io.privirec.client.roster;

import io.privirec.client.participant.ParticipantStore;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.CohortCheck;
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
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The holder's roster: signed by the key that the holder configured, of a version that only grows,
/// and without a fault that [RosterCheck] finds. Thread-safe.
public final class Rosters {
  private final RosterStore store;
  private final ParticipantStore participants;
  private final SharedUsers users;
  private final SummedParticipants summed;
  private final Optional<PublicIdentityKey> rosterKey;
  private final Clock clock;

  /// The roster read last: participants ask for it in every round, and it is long.
  private volatile @Nullable SignedRoster known;

  private volatile @Nullable HeldTogether heldTogether;

  /// Participants that are of the same holder under one roster.
  private record HeldTogether(
      Optional<RosterReference> roster, List<Set<SortedSet<ParticipantId>>> groups) {}

  Rosters(
      RosterStore store,
      ParticipantStore participants,
      SharedUsers users,
      SummedParticipants summed,
      Optional<PublicIdentityKey> rosterKey,
      Clock clock) {
    this.store = store;
    this.participants = participants;
    this.users = users;
    this.summed = summed;
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
    Optional<RosterFault> found =
        store.put(
            key,
            roster,
            (inForce, maskedFor) -> check(roster, key, inForce, maskedFor),
            clock.instant());
    if (found.isPresent()) {
      throw new RosterRefusal.Faulty(found.get());
    }
    return roster;
  }

  private Optional<RosterFault> check(
      SignedRoster candidate,
      PublicIdentityKey key,
      Optional<SignedRoster> inForce,
      Collection<MaskedCell> maskedFor) {
    Roster next = candidate.roster();
    Optional<Roster> now = inForce.map(SignedRoster::roster);
    List<CohortMember> hosted =
        participants.enrolled().stream()
            .map(one -> new CohortMember(one.id(), one.identity().publicKey()))
            .toList();
    Optional<RosterFault> fault =
        RosterCheck.check(candidate, key, inForce, maskedFor, hosted)
            .or(() -> reusedName(next, now))
            .or(() -> store.lines().fault(next, now, summed(hosted), hosted));
    if (fault.isEmpty()) {
      requireDisjointUsers(next, now);
    }
    return fault;
  }

  /// Returns the participants hosted here whose ledger has a sum, under any name.
  private Set<ParticipantId> summed(Collection<CohortMember> hosted) {
    FormerNames names = store.formerNames();
    return summed.among(
        hosted.stream()
            .flatMap(member -> names.of(member.id()).stream())
            .collect(Collectors.toSet()));
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
    KnownLines lines = store.lines();
    // With the names of the later roster: a rename alone joins nobody.
    Collection<Set<SortedSet<ParticipantId>>> known =
        lines.linkedBy(next).byHolder(inForce).values();
    lines
        .plus(next)
        .byHolder(Optional.of(next))
        .forEach((holder, group) -> {
          boolean isKnown = known.stream().anyMatch(before -> before.containsAll(group));
          long shared = isKnown ? 0 : users.among(group);
          if (shared > 0) {
            throw new RosterRefusal.SharesUsers(holder, shared);
          }
        });
  }

  /// Returns all names of the other participants of a participant's holder, by all rosters that
  /// were ever taken, hosted here or not. Until the end of the caller's transaction no roster is
  /// taken.
  ///
  /// @param participant by any of its names
  public SortedSet<ParticipantId> othersOfHolder(ParticipantId participant) {
    store.holdStill();
    return others(participant);
  }

  /// Returns how many users of a participant are at another participant of the same holder, too.
  /// Imports reject such users, but an import may be older than the roster that names the holder.
  ///
  /// @param participant by any of its names
  public long usersAtOthers(ParticipantId participant) {
    SortedSet<ParticipantId> others = others(participant);
    return others.isEmpty() ? 0 : users.among(List.of(namesOf(participant), others));
  }

  private SortedSet<ParticipantId> others(ParticipantId participant) {
    SortedSet<ParticipantId> own = namesOf(participant);
    TreeSet<ParticipantId> others = new TreeSet<>();
    for (Set<SortedSet<ParticipantId>> group : holders()) {
      if (group.contains(own)) {
        group.forEach(others::addAll);
      }
    }
    others.removeAll(own);
    return others;
  }

  /// Returns the participants of each holder. Lines are added only with a roster that is new.
  private Collection<Set<SortedSet<ParticipantId>>> holders() {
    Optional<Roster> inForce = roster();
    Optional<RosterReference> reference = inForce.map(Roster::reference);
    HeldTogether last = heldTogether;
    if (last == null || !last.roster().equals(reference)) {
      last = new HeldTogether(reference, List.copyOf(store.lines().byHolder(inForce).values()));
      heldTogether = last;
    }
    return last.groups();
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

  /// Requires that a participant stands in a current cell of the roster in force, before it masks
  /// for a sum over data that may lose participants: inside a transaction of the caller, until
  /// whose end no roster is taken. Between joining and masking, a roster may have omitted its line.
  ///
  /// @param stands whether the sum may have the participant by the roster in force
  /// @return why it may not mask
  public Optional<CohortRefusal> requireCurrent(ParticipantId participant, BooleanSupplier stands) {
    store.holdStill();
    boolean isCurrent = roster().flatMap(inForce -> inForce.currentCellOf(participant)).isPresent();
    return isCurrent && stands.getAsBoolean()
        ? Optional.empty()
        : Optional.of(new CohortRefusal.Superseded());
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
