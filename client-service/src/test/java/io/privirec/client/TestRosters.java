package io.privirec.client;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.DepartureClause;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import io.privirec.secagg.roster.SignedRoster;
import io.privirec.secagg.roster.Waiver;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Rosters as a keeper makes them, and signs without looking.
public final class TestRosters {
  private final IdentityKeyPair keeper = IdentityKeyPair.generate(new SecureRandom());

  public IdentityKeyPair keeper() {
    return keeper;
  }

  public static Cell cell(int number, String... members) {
    return new Cell(
        number,
        Cell.LEAST_MINIMUM,
        false,
        List.of(members).stream()
            .map(ParticipantId::new)
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  public static Roster roster(int version, Collection<CohortMember> members, Cell... cells) {
    return roster(version, members, List.of(), List.of(), cells);
  }

  public static Roster roster(
      int version,
      Collection<CohortMember> members,
      List<Waiver> waivers,
      List<DepartureClause> departures,
      Cell... cells) {
    List<RosterMember> lines =
        members.stream()
            .map(member -> new RosterMember(member.id(), member.identityKey()))
            .toList();
    return new Roster(version, List.of(cells), lines, waivers, departures);
  }

  public String text(Roster roster) {
    return SignedRoster.sign(roster, keeper).text();
  }
}
