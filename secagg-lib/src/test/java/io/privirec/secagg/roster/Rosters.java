package io.privirec.secagg.roster;

import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.ParticipantId;
import java.net.URI;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;

/// Rosters in few characters: participants are short names with commas between, and each name has
/// one key for ever.
final class Rosters {
  static final IdentityKeyPair KEEPER = IdentityKeyPair.generate(new SeededRandom(1));
  private static final Map<String, IdentityKeyPair> KEYS = new ConcurrentHashMap<>();

  private Rosters() {}

  static ParticipantId id(String name) {
    return new ParticipantId(name);
  }

  static SortedSet<ParticipantId> ids(String names) {
    return Ascending.ids(names);
  }

  static IdentityKeyPair key(String name) {
    return KEYS.computeIfAbsent(
        name, seeded -> IdentityKeyPair.generate(new SeededRandom(seeded.hashCode())));
  }

  static RosterMember line(String name) {
    return line(name, name);
  }

  static RosterMember line(String name, String holder) {
    return new RosterMember(
        id(name), key(name).publicKey(), new Holder(holder), Collections.emptySortedSet());
  }

  static Optional<URI> address(String text) {
    return Optional.of(URI.create(text));
  }

  static List<RosterMember> lines(String names) {
    return Arrays.stream(names.split(",", -1)).map(Rosters::line).toList();
  }

  static Cell cell(int number, String names) {
    return cell(number, 3, names);
  }

  static Cell cell(int number, int minimum, String names) {
    return new Cell(number, minimum, false, ids(names));
  }

  static Cell former(int number, String names) {
    return former(number, 3, names);
  }

  static Cell former(int number, int minimum, String names) {
    return cell(number, minimum, names).retired();
  }

  static Roster roster(int version, Cell... cells) {
    return roster(version, List.of(cells), List.of(), List.of());
  }

  /// A roster with a line for everybody in its cells.
  static Roster roster(
      int version,
      Collection<Cell> cells,
      Collection<Waiver> waivers,
      Collection<DepartureClause> departures) {
    List<RosterMember> members =
        cells.stream()
            .flatMap(cell -> cell.members().stream())
            .distinct()
            .map(member -> line(member.value()))
            .toList();
    return new Roster(version, cells, members, waivers, departures);
  }

  static Waiver waiver(String atom, String signer) {
    return Waiver.sign(KEEPER.publicKey(), ids(atom), id(signer), key(signer));
  }

  static DepartureClause departure(String signer) {
    return DepartureClause.sign(KEEPER.publicKey(), id(signer), key(signer));
  }
}
