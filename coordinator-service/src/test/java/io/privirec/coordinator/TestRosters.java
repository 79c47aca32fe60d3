package io.privirec.coordinator;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import io.privirec.secagg.roster.SignedRoster;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// The keeper of the rosters of all coordinators under test.
final class TestRosters {
  private static final IdentityKeyPair KEEPER = IdentityKeyPair.generate(new SecureRandom());

  private TestRosters() {}

  /// Puts a roster in force that has everyone of the one before, and more cells.
  ///
  /// @return numbers of the new cells, in order
  static synchronized List<Integer> add(Api api, List<List<TestParticipant>> newCells) {
    Optional<Roster> before = inForce(api);
    List<Cell> cells = new ArrayList<>(before.map(Roster::cells).orElse(List.of()));
    List<RosterMember> members = new ArrayList<>(before.map(Roster::members).orElse(List.of()));
    List<Integer> numbers = new ArrayList<>();
    int next = cells.stream().mapToInt(Cell::number).max().orElse(0) + 1;
    for (List<TestParticipant> cell : newCells) {
      TreeSet<ParticipantId> ids = new TreeSet<>();
      for (TestParticipant participant : cell) {
        ids.add(participant.id());
        members.add(new RosterMember(participant.id(), participant.identity().publicKey()));
      }
      numbers.add(next);
      cells.add(new Cell(next++, Cell.DEFAULT_MINIMUM, false, ids));
    }
    int version = before.map(Roster::version).orElse(0) + 1;
    put(api, new Roster(version, cells, members, List.of(), List.of()));
    return numbers;
  }

  /// Puts the same roster in force under a new version.
  static synchronized void supersede(Api api) {
    add(api, List.of());
  }

  static void put(Api api, Roster roster) {
    Api.Answer answer = api.adminPut("/v1/roster", text(roster));
    if (answer.status() != 200) {
      throw new AssertionError("status " + answer.status() + ": " + answer.text());
    }
  }

  static String text(Roster roster) {
    return SignedRoster.sign(roster, KEEPER).text();
  }

  /// The key that holders verify rosters with.
  static PublicIdentityKey key() {
    return KEEPER.publicKey();
  }

  /// A key that nobody has.
  static PublicIdentityKey freshKey() {
    return IdentityKeyPair.generate(new SecureRandom()).publicKey();
  }

  static Optional<Roster> inForce(Api api) {
    return parsed(api.adminGet("/v1/roster"));
  }

  /// The roster of an answer; empty where there is none.
  static Optional<Roster> parsed(Api.Answer answer) {
    if (answer.status() == 404) {
      return Optional.empty();
    }
    try {
      SignedRoster signed = SignedRoster.parse(answer.text());
      if (!signed.isSignedBy(KEEPER.publicKey())) {
        throw new AssertionError("the roster is not the keeper's");
      }
      return Optional.of(signed.roster());
    } catch (GeneralSecurityException e) {
      throw new AssertionError(answer.text(), e);
    }
  }
}
