package io.privirec.secagg.roster;

import io.privirec.secagg.ParticipantId;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// The names of each participant, by all rosters that a service ever took. A service stores each
/// link when it takes the roster, so a later roster that omits `formerly` removes no link.
///
/// Links join in both directions and over any number of renames: all names that they connect are
/// one participant. A ledger counts the entries of all these names. Immutable.
public final class FormerNames {
  /// No participant was ever renamed.
  public static final FormerNames NONE = of(List.of());

  private final Set<Link> links;
  private final Map<ParticipantId, SortedSet<ParticipantId>> groups = new HashMap<>();

  /// A line of a roster states that a participant had another name.
  public record Link(ParticipantId participant, ParticipantId former) {}

  private FormerNames(Collection<Link> links) {
    this.links = Set.copyOf(links);
    for (Link link : this.links) {
      SortedSet<ParticipantId> joined = new TreeSet<>(of(link.participant()));
      joined.addAll(of(link.former()));
      joined.forEach(name -> groups.put(name, joined));
    }
  }

  /// Joins the names of some links.
  public static FormerNames of(Collection<Link> links) {
    return new FormerNames(links);
  }

  /// Returns the links that the lines of a roster state.
  public static Set<Link> stated(Roster roster) {
    Set<Link> stated = new HashSet<>();
    for (RosterMember member : roster.members()) {
      member.formerly().forEach(former -> stated.add(new Link(member.id(), former)));
    }
    return stated;
  }

  /// Adds the links that the lines of a roster state.
  public FormerNames plus(Roster roster) {
    Set<Link> all = new HashSet<>(stated(roster));
    all.addAll(links);
    return new FormerNames(all);
  }

  /// Returns all names of a participant, ascending: the given name, earlier names and later names.
  public SortedSet<ParticipantId> of(ParticipantId name) {
    SortedSet<ParticipantId> group = groups.get(name);
    return group == null
        ? Collections.unmodifiableSortedSet(new TreeSet<>(Set.of(name)))
        : Collections.unmodifiableSortedSet(group);
  }

  /// Returns the first of a participant's names: equal names are one participant.
  public ParticipantId first(ParticipantId name) {
    return of(name).first();
  }

  /// Finds a name that a later roster gives to another participant. A former name returns only in a
  /// line that also lists the name that came after it.
  public Optional<RosterFault> fault(Roster later) {
    Map<ParticipantId, RosterMember> lines = new HashMap<>();
    for (RosterMember member : later.members()) {
      SortedSet<ParticipantId> names = new TreeSet<>(member.formerly());
      names.add(member.id());
      for (ParticipantId name : names) {
        RosterMember other = lines.putIfAbsent(first(name), member);
        if (other != null && !other.equals(member)) {
          return Optional.of(new RosterFault.ReusedName(name, other.id()));
        }
      }
      Optional<Link> reused =
          links.stream()
              .filter(link -> names.contains(link.former()) && !names.contains(link.participant()))
              .filter(link -> !continues(member.id(), link))
              .min((one, two) -> one.participant().compareTo(two.participant()));
      if (reused.isPresent()) {
        return reused.map(link -> new RosterFault.ReusedName(link.former(), link.participant()));
      }
    }
    return Optional.empty();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FormerNames that && links.equals(that.links);
  }

  @Override
  public int hashCode() {
    return links.hashCode();
  }

  /// Whether a line's participant is known to have had the later name, too.
  private boolean continues(ParticipantId id, Link link) {
    return id.equals(link.former())
        ? links.contains(new Link(id, link.participant()))
        : of(link.former()).contains(id);
  }
}
