package io.privirec.secagg.roster;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Which participants there are, with the identity keys that somebody other than the coordinator
/// found to be theirs, and in which cells they are summed. Without it a coordinator could surround
/// one participant with participants of its own invention, or choose whom to sum anew each time,
/// and subtract.
///
/// What always holds: ids, earlier names and keys are distinct. Current cells are disjoint. Every
/// current cell has participants of at least its minimum of holders. Everybody that a cell, a
/// waiver or a departure clause names has a line, under this name or as its earlier one.
///
/// What need not hold, and [RosterCheck] finds: that signatures are right, that atoms are large
/// enough, that nothing is forgotten. Immutable.
public final class Roster {
  /// The first line of a roster's text.
  static final String HEADER = "privirec-roster v2";

  public static final int MAX_MEMBERS = Cell.MAX_MEMBERS;
  private static final Comparator<Waiver> WAIVER_ORDER =
      Comparator.comparing(Waiver::signer)
          .thenComparing(waiver -> Ascending.text(waiver.atom()))
          .thenComparing(waiver -> waiver.signature().toString());
  private static final Comparator<DepartureClause> DEPARTURE_ORDER =
      Comparator.comparing(DepartureClause::signer);

  private final int version;
  private final List<Cell> cells;
  private final List<RosterMember> members;
  private final List<Waiver> waivers;
  private final List<DepartureClause> departures;
  private final Map<Integer, Cell> numbered = new HashMap<>();
  private final Map<ParticipantId, RosterMember> lines = new HashMap<>();
  private final Map<ParticipantId, ParticipantId> today = new HashMap<>();
  private final Map<ParticipantId, List<Cell>> cellsOf = new HashMap<>();
  private final Map<ParticipantId, List<Waiver>> waiversOf = new HashMap<>();
  private final Map<ParticipantId, DepartureClause> departureOf = new HashMap<>();

  /// Made when it is asked for first: it is asked for at every step, and takes the whole text.
  private volatile @Nullable RosterReference reference;

  /// A roster; the order of its parts does not matter.
  ///
  /// @param version at least 1; a later roster has a higher one
  /// @param cells current and former ones
  /// @param members in [1, 65535], also those that have left
  public Roster(
      int version,
      Collection<Cell> cells,
      Collection<RosterMember> members,
      Collection<Waiver> waivers,
      Collection<DepartureClause> departures) {
    if (version < 1) {
      throw new IllegalArgumentException(
          "roster version must be at least 1. Provided value: " + version);
    }
    if (members.isEmpty() || members.size() > MAX_MEMBERS) {
      throw new IllegalArgumentException(
          "members of a roster must be in [1, %s]. Provided value: %s"
              .formatted(MAX_MEMBERS, members.size()));
    }
    this.version = version;
    this.members = sorted(members, Comparator.comparing(RosterMember::id));
    this.cells = sorted(cells, Comparator.comparingInt(Cell::number));
    this.waivers = sorted(waivers, WAIVER_ORDER);
    this.departures = sorted(departures, DEPARTURE_ORDER);
    indexMembers();
    indexCells();
    indexSignatures();
  }

  /// A roster whose participants are all in one cell, number 1, each a holder of its own: for
  /// cohorts that nobody will leave.
  ///
  /// @param cohort at least 3
  public static Roster ofOneCell(int version, Collection<CohortMember> cohort) {
    List<RosterMember> members =
        cohort.stream().map(member -> new RosterMember(member.id(), member.identityKey())).toList();
    SortedSet<ParticipantId> ids = Ascending.copyOf(cohort.stream().map(CohortMember::id).toList());
    Cell cell = new Cell(1, Cell.DEFAULT_MINIMUM, false, ids);
    return new Roster(version, List.of(cell), members, List.of(), List.of());
  }

  private static <T> List<T> sorted(Collection<T> elements, Comparator<T> order) {
    return elements.stream().sorted(order).toList();
  }

  private void indexMembers() {
    Set<PublicIdentityKey> keys = new HashSet<>();
    for (RosterMember member : members) {
      if (lines.put(member.id(), member) != null) {
        throw new InvalidRosterException(member.id(), "two lines have one id");
      }
      if (!keys.add(member.identityKey())) {
        throw new InvalidRosterException(member.id(), "two lines have one identity key");
      }
      today.put(member.id(), member.id());
    }
    for (RosterMember member : members) {
      for (ParticipantId earlier : member.formerly()) {
        if (today.put(earlier, member.id()) != null) {
          throw new InvalidRosterException(
              member.id(), "an earlier name is that of another line too");
        }
      }
    }
  }

  private void indexCells() {
    Set<ParticipantId> inCurrent = new HashSet<>();
    for (Cell cell : cells) {
      int number = cell.number();
      if (numbered.put(number, cell) != null) {
        throw new InvalidRosterException(number, "two cells have number " + number);
      }
      for (ParticipantId id : cell.members()) {
        if (!lines.containsKey(id)) {
          throw new InvalidRosterException(
              number, "cell %s has a member without a line".formatted(number));
        }
        if (!cell.former() && !inCurrent.add(id)) {
          throw new InvalidRosterException(id, "a participant is in two current cells");
        }
        cellsOf.computeIfAbsent(id, none -> new ArrayList<>()).add(cell);
      }
      int holders = holders(cell.members());
      if (!cell.former() && holders < cell.minimum()) {
        throw new InvalidRosterException(
            number,
            "cell %s must have participants of at least %s holders. Provided value: %s"
                .formatted(number, cell.minimum(), holders));
      }
    }
  }

  private void indexSignatures() {
    for (Waiver waiver : waivers) {
      if (!today.keySet().containsAll(waiver.atom())) {
        throw new InvalidRosterException(waiver, "a waiver names a participant without a line");
      }
      List<Waiver> same =
          waiversOf.computeIfAbsent(idToday(waiver.signer()), none -> new ArrayList<>());
      if (same.stream().anyMatch(other -> other.atom().equals(waiver.atom()))) {
        throw new InvalidRosterException(waiver, "a waiver is there twice");
      }
      same.add(waiver);
    }
    for (DepartureClause clause : departures) {
      ParticipantId signer = today.get(clause.signer());
      if (signer == null) {
        throw new InvalidRosterException(
            clause, "a departure clause names a participant without a line");
      }
      if (departureOf.put(signer, clause) != null) {
        throw new InvalidRosterException(clause, "a participant has two departure clauses");
      }
    }
  }

  public int version() {
    return version;
  }

  /// Current and former ones, ascending by number.
  public List<Cell> cells() {
    return cells;
  }

  /// Ascending by id; also those that have left.
  public List<RosterMember> members() {
    return members;
  }

  /// Ascending by signer.
  public List<Waiver> waivers() {
    return waivers;
  }

  /// Ascending by signer.
  public List<DepartureClause> departures() {
    return departures;
  }

  /// The line of a participant, by the name that it has today.
  public Optional<RosterMember> member(ParticipantId participant) {
    return Optional.ofNullable(lines.get(participant));
  }

  /// The key of a participant; empty if the roster does not name it.
  public Optional<PublicIdentityKey> keyOf(ParticipantId participant) {
    return member(participant).map(RosterMember::identityKey);
  }

  /// The first of a cohort whom the roster does not name, or names with another key.
  public Optional<ParticipantId> firstOutside(List<CohortMember> cohort) {
    return cohort.stream()
        .filter(member -> !keyOf(member.id()).equals(Optional.of(member.identityKey())))
        .map(CohortMember::id)
        .findFirst();
  }

  /// Returns the participants that are in no current cell: their data may come into no sum. In the
  /// order in which they are given.
  public List<ParticipantId> withoutCell(Collection<ParticipantId> cohort) {
    return cohort.stream().filter(id -> currentCellOf(id).isEmpty()).toList();
  }

  /// Returns everybody in current cells, ascending by id.
  public SortedSet<ParticipantId> inCurrentCells() {
    return Ascending.copyOf(
        currentCells().stream().flatMap(cell -> cell.members().stream()).toList());
  }

  /// The name that a participant has today; one that the roster does not know keeps its name.
  public ParticipantId idToday(ParticipantId participant) {
    return today.getOrDefault(participant, participant);
  }

  SortedSet<ParticipantId> namesToday(Collection<ParticipantId> participants) {
    return Ascending.copyOf(participants.stream().map(this::idToday).toList());
  }

  public Optional<Cell> cell(int number) {
    return Optional.ofNullable(numbered.get(number));
  }

  /// Those over which sums may be opened, ascending by number; they are disjoint.
  public List<Cell> currentCells() {
    return cells.stream().filter(cell -> !cell.former()).toList();
  }

  /// The cell that a participant is summed in; empty if it is not in any, or has left.
  public Optional<Cell> currentCellOf(ParticipantId participant) {
    return cellsOf.getOrDefault(participant, List.of()).stream()
        .filter(cell -> !cell.former())
        .findFirst();
  }

  /// All cells that a participant stood in, ascending by number.
  public List<Cell> cellsOf(ParticipantId participant) {
    return List.copyOf(cellsOf.getOrDefault(participant, List.of()));
  }

  /// Everybody in some current cells, ascending by id: the cohort of a round over them.
  ///
  /// @throws IllegalArgumentException if one of the numbers is not that of a current cell
  public List<CohortMember> cohort(Collection<Integer> numbers) {
    TreeMap<ParticipantId, CohortMember> cohort = new TreeMap<>();
    for (int number : numbers) {
      Cell cell =
          cell(number)
              .filter(found -> !found.former())
              .orElseThrow(() ->
                  new IllegalArgumentException("cell %s is no current one".formatted(number)));
      cell.members()
          .forEach(id -> cohort.put(id, Objects.requireNonNull(lines.get(id)).inCohort()));
    }
    return List.copyOf(cohort.values());
  }

  /// The groups of participants that stood in exactly the same cells, ascending by their first
  /// member. Who never stood in a cell is in none.
  public List<Atom> atoms() {
    Map<List<Integer>, NavigableSet<ParticipantId>> groups = new HashMap<>();
    for (RosterMember member : members) {
      List<Integer> numbers = cellsOf(member.id()).stream().map(Cell::number).toList();
      if (!numbers.isEmpty()) {
        groups.computeIfAbsent(numbers, none -> new TreeSet<>()).add(member.id());
      }
    }
    return groups.entrySet().stream()
        .map(group -> atom(group.getValue(), group.getKey()))
        .sorted(Comparator.comparing(atom -> atom.members().first()))
        .toList();
  }

  private Atom atom(NavigableSet<ParticipantId> group, List<Integer> numbers) {
    int minimum = cellsOf(group.first()).stream().mapToInt(Cell::minimum).max().orElseThrow();
    return new Atom(group, Ascending.copyOf(numbers), holders(group), minimum);
  }

  private int holders(Collection<ParticipantId> participants) {
    return (int)
        participants.stream()
            .map(id -> Objects.requireNonNull(lines.get(id)).holder())
            .distinct()
            .count();
  }

  /// Who would still have to sign a waiver for an atom of this roster: nobody if it is large
  /// enough. A waiver for a part of the atom that the signer is in will do, and for one that has
  /// left a departure clause. Signatures that are wrong do not count.
  public SortedSet<ParticipantId> unsigned(Atom atom, PublicIdentityKey rosterKey) {
    return unsigned(atom, Optional.of(rosterKey));
  }

  /// Like [#unsigned(Atom, PublicIdentityKey)]. Without a roster key nothing is verified: a line
  /// counts as signed.
  SortedSet<ParticipantId> unsigned(Atom atom, Optional<PublicIdentityKey> rosterKey) {
    if (atom.isLargeEnough()) {
      return Collections.emptySortedSet();
    }
    return Ascending.copyOf(
        atom.members().stream().filter(id -> !hasSigned(id, atom, rosterKey)).toList());
  }

  /// Whether a member of an atom has accepted that the atom is told apart, however large it is.
  boolean hasSigned(ParticipantId id, Atom atom, PublicIdentityKey rosterKey) {
    return hasSigned(id, atom, Optional.of(rosterKey));
  }

  private boolean hasSigned(ParticipantId id, Atom atom, Optional<PublicIdentityKey> rosterKey) {
    PublicIdentityKey key = keyOf(id).orElseThrow();
    boolean waived =
        waiversOf.getOrDefault(id, List.of()).stream()
            .filter(waiver -> atom.members().containsAll(namesToday(waiver.atom())))
            .anyMatch(waiver -> rosterKey.isEmpty() || waiver.isSignedBy(key, rosterKey.get()));
    DepartureClause clause = departureOf.get(id);
    return waived
        || (clause != null
            && currentCellOf(id).isEmpty()
            && (rosterKey.isEmpty() || clause.isSignedBy(key, rosterKey.get())));
  }

  /// The text of a [SignedRoster] up to its signature.
  String text() {
    StringBuilder body = new StringBuilder(HEADER).append('\n');
    body.append("version ").append(version).append('\n');
    for (Cell cell : cells) {
      body.append(cell.former() ? "former-cell " : "cell ").append(cell.number());
      body.append(" min ").append(cell.minimum()).append('\n');
    }
    for (RosterMember member : members) {
      body.append("member ").append(member.id()).append(' ').append(member.identityKey());
      body.append(' ').append(member.holder()).append(' ');
      String numbers = Ascending.text(cellsOf(member.id()).stream().map(Cell::number).toList());
      body.append(numbers.isEmpty() ? "-" : numbers);
      if (!member.formerly().isEmpty()) {
        body.append(" formerly ").append(Ascending.text(member.formerly()));
      }
      member.address().ifPresent(address -> body.append(" at ").append(address));
      body.append('\n');
    }
    waivers.forEach(waiver -> body.append(waiver.text()).append('\n'));
    departures.forEach(clause -> body.append(clause.text()).append('\n'));
    return body.toString();
  }

  /// The bytes that a keeper signs.
  byte[] signedBytes() {
    return text().getBytes(StandardCharsets.US_ASCII);
  }

  /// SHA-256 of the bytes that a keeper signs.
  public Digest digest() {
    return Digest.of(signedBytes());
  }

  public RosterReference reference() {
    RosterReference known = reference;
    if (known == null) {
      known = new RosterReference(version, digest());
      reference = known;
    }
    return known;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Roster that
        && version == that.version
        && cells.equals(that.cells)
        && members.equals(that.members)
        && waivers.equals(that.waivers)
        && departures.equals(that.departures);
  }

  @Override
  public int hashCode() {
    return Objects.hash(version, cells, members, waivers, departures);
  }

  @Override
  public String toString() {
    return "Roster[version %s, %s members, %s cells]"
        .formatted(version, members.size(), cells.size());
  }
}
