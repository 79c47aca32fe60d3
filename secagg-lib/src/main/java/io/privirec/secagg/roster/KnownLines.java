package io.privirec.secagg.roster;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The lines of all rosters that a service ever took. A service stores the lines when it takes the
/// roster, so a later roster that omits a line frees neither the name nor the key of that line.
/// Immutable.
public final class KnownLines {
  private final Set<Line> lines;
  private final FormerNames names;

  /// A participant stood in a roster with a key and under a holder.
  public record Line(ParticipantId participant, PublicIdentityKey identityKey, Holder holder) {}

  private KnownLines(Collection<Line> lines, FormerNames names) {
    this.lines = Set.copyOf(lines);
    this.names = names;
  }

  /// Joins lines with the names that rosters link.
  public static KnownLines of(Collection<Line> lines, FormerNames names) {
    return new KnownLines(lines, names);
  }

  /// Returns the lines of a roster.
  public static Set<Line> stated(Roster roster) {
    return roster.members().stream()
        .map(member -> new Line(member.id(), member.identityKey(), member.holder()))
        .collect(Collectors.toSet());
  }

  /// Adds the lines of a roster, and the names that its lines link.
  public KnownLines plus(Roster roster) {
    Set<Line> all = new HashSet<>(lines);
    all.addAll(stated(roster));
    return new KnownLines(all, names.plus(roster));
  }

  /// Adds the names that the lines of a roster link, and not the lines.
  public KnownLines linkedBy(Roster roster) {
    return new KnownLines(lines, names.plus(roster));
  }

  /// Finds a line that a later roster omits although the participant's data was in a sum, or a key
  /// that the later roster moves to another participant, or a hosted participant whose key it
  /// changes. The roster in force has no fault, so that a service can read it again.
  ///
  /// @param inForce its lines may keep their keys
  /// @param summed participants whose data was in a sum, under any of their names
  /// @param hosted the participants that the service knows, with their own keys
  public Optional<RosterFault> fault(
      Roster later,
      Optional<Roster> inForce,
      Collection<ParticipantId> summed,
      Collection<CohortMember> hosted) {
    if (inForce.equals(Optional.of(later))) {
      return Optional.empty();
    }
    FormerNames all = names.plus(later);
    return missing(later, summed, all)
        .or(() -> moved(later, inForce, hosted, all))
        .or(() -> changed(later, hosted));
  }

  private static Optional<RosterFault> missing(
      Roster later, Collection<ParticipantId> summed, FormerNames all) {
    Set<ParticipantId> listed =
        later.members().stream().map(member -> all.first(member.id())).collect(Collectors.toSet());
    SortedSet<ParticipantId> missing =
        summed.stream()
            .filter(name -> !listed.contains(all.first(name)))
            .collect(Collectors.toCollection(TreeSet::new));
    return missing.isEmpty() ? Optional.empty() : Optional.of(new RosterFault.MissingLine(missing));
  }

  /// A line with the own key of a hosted participant corrects an earlier slip of the keeper.
  private Optional<RosterFault> moved(
      Roster later, Optional<Roster> inForce, Collection<CohortMember> hosted, FormerNames all) {
    Set<CohortMember> accepted = new HashSet<>(hosted);
    inForce.ifPresent(now -> now.members().forEach(member -> accepted.add(member.inCohort())));
    Map<PublicIdentityKey, ParticipantId> moved = new HashMap<>();
    for (RosterMember member : later.members()) {
      if (!accepted.contains(member.inCohort())) {
        moved.put(member.identityKey(), member.id());
      }
    }
    for (Line line : lines) {
      ParticipantId now = moved.get(line.identityKey());
      if (now != null && !all.first(now).equals(all.first(line.participant()))) {
        return Optional.of(new RosterFault.ReusedKey(now, line.participant()));
      }
    }
    return Optional.empty();
  }

  private Optional<RosterFault> changed(Roster later, Collection<CohortMember> hosted) {
    Set<CohortMember> listed =
        lines.stream()
            .map(line -> new CohortMember(line.participant(), line.identityKey()))
            .collect(Collectors.toSet());
    return RosterCheck.changedKey(later, hosted.stream().filter(listed::contains).toList(), hosted);
  }

  /// Returns the participants of each holder that has several, each with all its names. A name in a
  /// current cell has the holder of its line. Each other name, also a name that the roster in force
  /// omits, has all holders that it ever had: leaving does not separate its users from its holder.
  ///
  /// @param inForce empty: no name is in a current cell
  public Map<Holder, Set<SortedSet<ParticipantId>>> byHolder(Optional<Roster> inForce) {
    Set<Line> all = new HashSet<>(lines);
    inForce.ifPresent(now -> all.addAll(stated(now)));
    FormerNames linked = inForce.map(names::plus).orElse(names);
    Map<Holder, Set<SortedSet<ParticipantId>>> groups = new HashMap<>();
    for (Line line : all) {
      boolean isMoved =
          inForce
              .filter(now -> now.currentCellOf(now.idToday(line.participant())).isPresent())
              .flatMap(now -> now.member(now.idToday(line.participant())))
              .filter(member -> !member.holder().equals(line.holder()))
              .isPresent();
      if (!isMoved) {
        groups
            .computeIfAbsent(line.holder(), none -> new HashSet<>())
            .add(linked.of(line.participant()));
      }
    }
    groups.values().removeIf(group -> group.size() < 2);
    return groups;
  }
}
