package io.privirec.secagg.roster;

import static io.privirec.secagg.roster.Rosters.KEEPER;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.ParticipantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// One random history of a federation whose keeper makes every mistake: participants join, leave
/// and are regrouped; rosters fork, skip versions and omit former cells; waivers are there, partly
/// there or not. Holders are slow with rosters and with sums, so that sessions overlap and old ones
/// complete after newer ones; corrupt participants accept anything. Whatever honest participants
/// have all masked for is opened. Data is fixed, so all that matters is which sets are summed.
final class RosterHistory {
  /// Whether honest participants check rosters and cohorts, and what the keeper may do.
  record Rules(boolean check, boolean forks, boolean omissions) {}

  private static final int MOST = 12;
  private static final int LEAST_HONEST = 3;
  private static final int BLOCK = 3;
  private static final int ALWAYS = 4;

  private final Random random;
  private final Rules rules;
  private final List<ParticipantId> everybody = new ArrayList<>();
  private final Set<ParticipantId> honest = new HashSet<>();
  private final Map<ParticipantId, Holder> holders = new HashMap<>();
  private final List<SignedRoster> published = new ArrayList<>();
  private final Map<ParticipantId, SignedRoster> inForce = new HashMap<>();
  private final Map<ParticipantId, Set<MaskedCell>> advertisedFor = new HashMap<>();
  private final Map<ParticipantId, Set<MaskedCell>> maskedFor = new HashMap<>();
  private final List<Waiver> waivers = new ArrayList<>();
  private final List<DepartureClause> departures = new ArrayList<>();
  private final Set<Roster> everInForce = new HashSet<>();
  private final List<Session> running = new ArrayList<>();
  private final Set<Set<ParticipantId>> opened = new HashSet<>();
  private final Set<Cell> used = new HashSet<>();
  private final Map<List<Object>, Boolean> decisions = new HashMap<>();
  private int slowness;
  private int number;

  /// @param awaited honest members that have not masked yet
  private record Session(
      SignedRoster signed,
      List<Cell> asked,
      SortedSet<ParticipantId> cohort,
      List<ParticipantId> awaited) {
    int honestOf(Set<ParticipantId> honest) {
      return (int) cohort.stream().filter(honest::contains).count();
    }
  }

  private RosterHistory(long seed, Rules rules) {
    this.random = new Random(seed);
    this.rules = rules;
  }

  static RosterHistory run(long seed, Rules rules) {
    RosterHistory history = new RosterHistory(seed, rules);
    history.begin();
    int steps = 3 + history.random.nextInt(6);
    for (int step = 0; step < steps; step++) {
      history.publish();
      int sessions = 1 + history.random.nextInt(3);
      for (int session = 0; session < sessions; session++) {
        history.distribute();
        history.open();
        history.proceed(2 + history.random.nextInt(3));
      }
    }
    history.proceed(ALWAYS);
    return history;
  }

  Set<Set<ParticipantId>> opened() {
    return opened;
  }

  Set<ParticipantId> honest() {
    return honest;
  }

  /// Cells that an honest participant masked for.
  Set<Cell> used() {
    return used;
  }

  private void begin() {
    slowness = random.nextInt(4);
    int size = LEAST_HONEST + random.nextInt(MOST - LEAST_HONEST + 1);
    for (int i = 0; i < size; i++) {
      ParticipantId id = new ParticipantId("p%02d".formatted(i));
      everybody.add(id);
      int holder = random.nextInt(8) == 0 ? random.nextInt(size) : i;
      holders.put(id, new Holder("h%02d".formatted(holder)));
    }
    int corrupt = random.nextInt(size - LEAST_HONEST + 1);
    List<ParticipantId> shuffled = shuffled(everybody);
    honest.addAll(shuffled.subList(corrupt, size));
    for (ParticipantId id : honest) {
      advertisedFor.put(id, new HashSet<>());
      maskedFor.put(id, new HashSet<>());
    }
  }

  private <T> List<T> shuffled(Collection<T> elements) {
    List<T> list = new ArrayList<>(elements);
    Collections.shuffle(list, random);
    return list;
  }

  private void publish() {
    int version = published.size() + 1;
    List<Cell> cells = new ArrayList<>();
    if (!published.isEmpty()) {
      SignedRoster base = published.getLast();
      if (rules.forks() && random.nextInt(4) == 0) {
        base = published.get(random.nextInt(published.size()));
        version = random.nextBoolean() ? base.roster().version() + 1 : version;
      }
      cells.addAll(base.roster().cells());
      if (rules.omissions() && random.nextInt(3) == 0) {
        cells.removeIf(cell -> cell.former() && random.nextInt(3) == 0);
      }
    }
    regroup(cells);
    cells.removeIf(cell -> !cell.former() && holdersOf(cell.members()) < cell.minimum());
    Roster roster = roster(version, cells);
    if (random.nextInt(4) > 0) {
      askForWaivers(roster);
      roster = roster(version, cells);
    }
    published.add(SignedRoster.sign(roster, KEEPER));
  }

  private long holdersOf(Set<ParticipantId> participants) {
    return participants.stream().map(holders::get).distinct().count();
  }

  private Roster roster(int version, List<Cell> cells) {
    List<RosterMember> members =
        everybody.stream()
            .map(id -> new RosterMember(id, key(id).publicKey(), holders.get(id), new TreeSet<>()))
            .toList();
    return new Roster(version, cells, members, waivers, departures);
  }

  private static IdentityKeyPair key(ParticipantId id) {
    return Rosters.key(id.value());
  }

  private void regroup(List<Cell> cells) {
    List<Set<ParticipantId>> groups = new ArrayList<>();
    for (Cell cell : cells) {
      if (!cell.former()) {
        groups.add(new TreeSet<>(cell.members()));
      }
    }
    if (groups.isEmpty()) {
      groups.add(new TreeSet<>(random.nextBoolean() ? everybody : some(everybody)));
    }
    int changes = 1 + random.nextInt(2);
    for (int change = 0; change < changes; change++) {
      change(groups);
    }
    replace(cells, groups);
  }

  private void change(List<Set<ParticipantId>> groups) {
    List<ParticipantId> outside = new ArrayList<>(everybody);
    groups.forEach(outside::removeAll);
    Set<ParticipantId> group =
        groups.isEmpty() ? new TreeSet<>() : groups.get(random.nextInt(groups.size()));
    switch (random.nextInt(6)) {
      case 0 -> group.addAll(some(outside));
      case 1 -> group.removeAll(some(group));
      case 2 -> groups.add(new TreeSet<>(some(outside)));
      case 3 -> {
        groups.remove(group);
        Set<ParticipantId> merged = new TreeSet<>(group);
        groups.stream().limit(1 + random.nextInt(2)).forEach(merged::addAll);
        groups.removeIf(merged::containsAll);
        groups.add(merged);
      }
      case 4 -> {
        List<ParticipantId> part = some(group);
        group.removeAll(part);
        groups.add(new TreeSet<>(part));
      }
      default -> groups.remove(group);
    }
    groups.removeIf(Set::isEmpty);
  }

  /// Some of them: mostly whole blocks, which a sensible keeper moves together, else anybody.
  private List<ParticipantId> some(Collection<ParticipantId> participants) {
    if (random.nextInt(4) == 0) {
      return shuffled(participants).subList(0, random.nextInt(participants.size() + 1));
    }
    int chosen = random.nextInt(1 << MOST);
    return participants.stream()
        .filter(id -> (chosen >> (everybody.indexOf(id) / BLOCK) & 1) == 1)
        .toList();
  }

  /// Keeps the cells whose set stays; another set is another number.
  private void replace(List<Cell> cells, List<Set<ParticipantId>> groups) {
    Set<Set<ParticipantId>> rest = new HashSet<>(groups);
    cells.replaceAll(
        cell -> !cell.former() && !rest.remove(cell.members()) ? cell.retired() : cell);
    for (Set<ParticipantId> group : rest) {
      int minimum = random.nextInt(6) == 0 ? 4 : 3;
      cells.add(new Cell(++number, minimum, false, new TreeSet<>(group)));
    }
  }

  private void askForWaivers(Roster roster) {
    for (Atom atom : roster.atoms()) {
      for (ParticipantId id : roster.unsigned(atom, KEEPER.publicKey())) {
        if (honest.contains(id) && random.nextInt(4) == 0) {
          continue;
        }
        boolean left = roster.currentCellOf(id).isEmpty();
        boolean clause = departures.stream().anyMatch(each -> each.signer().equals(id));
        if (left && !clause && random.nextInt(3) == 0) {
          departures.add(DepartureClause.sign(KEEPER.publicKey(), id, key(id)));
        } else {
          waivers.add(Waiver.sign(KEEPER.publicKey(), atom.members(), id, key(id)));
        }
      }
    }
  }

  /// The newest roster, and now and then an older one, reaches some participants.
  private void distribute() {
    for (ParticipantId id : everybody) {
      if (honest.contains(id) && random.nextInt(8) >= slowness) {
        int behind =
            random.nextInt(8 * (9 - 2 * slowness)) == 0 ? random.nextInt(published.size()) : 0;
        SignedRoster candidate = published.get(published.size() - 1 - behind);
        if (!rules.check() || accepts(id, candidate)) {
          inForce.put(id, candidate);
          everInForce.add(candidate.roster());
        }
      }
    }
  }

  /// Participants of the same memory decide alike; each decision is made once.
  private boolean accepts(ParticipantId id, SignedRoster candidate) {
    Optional<SignedRoster> before = Optional.ofNullable(inForce.get(id));
    Set<MaskedCell> masked = Set.copyOf(advertisedFor.get(id));
    return decisions.computeIfAbsent(
        List.of(candidate, before, masked),
        memory ->
            RosterCheck.check(candidate, KEEPER.publicKey(), before, masked, List.of()).isEmpty());
  }

  /// A session over some cells of some roster. Its keys are there once all honest ones of its
  /// cohort have joined; its masked inputs come in now or later, among those of other sessions.
  private void open() {
    SignedRoster signed = inForce.get(shuffled(honest).getFirst());
    if (signed == null) {
      return;
    }
    List<Cell> cells = signed.roster().currentCells();
    if (cells.isEmpty()) {
      return;
    }
    List<Cell> asked = shuffled(cells).subList(0, 1 + random.nextInt(cells.size()));
    SortedSet<ParticipantId> cohort = new TreeSet<>();
    asked.forEach(cell -> cohort.addAll(cell.members()));
    List<ParticipantId> asking = shuffled(cohort.stream().filter(honest::contains).toList());
    if (asking.stream().allMatch(id -> enters(id, signed, asked, advertisedFor))) {
      running.add(new Session(signed, asked, cohort, new ArrayList<>(asking)));
    }
  }

  /// Honest participants mask for sessions that they have joined, some of them never; corrupt ones
  /// always do.
  private void proceed(int patience) {
    for (Session session : List.copyOf(running)) {
      session
          .awaited()
          .removeIf(id ->
              random.nextInt(4) < patience
                  && enters(id, session.signed(), session.asked(), maskedFor));
      if (session.awaited().size() < session.honestOf(honest)) {
        session
            .asked()
            .forEach(
                cell -> used.add(new Cell(cell.number(), cell.minimum(), false, cell.members())));
      }
      if (session.awaited().isEmpty()) {
        opened.add(session.cohort());
        running.remove(session);
      }
    }
  }

  /// Whether a participant joins a round, or masks for it: each time it looks at the roster that is
  /// in force then. It remembers the cells from then on, opened or not.
  private boolean enters(
      ParticipantId id,
      SignedRoster signed,
      List<Cell> asked,
      Map<ParticipantId, Set<MaskedCell>> memory) {
    if (!signed.equals(inForce.get(id))) {
      return false;
    }
    List<Integer> numbers = asked.stream().map(Cell::number).toList();
    if (rules.check()
        && !CohortCheck.absent(signed.roster(), KEEPER.publicKey(), numbers, maskedFor.get(id))
            .isEmpty()) {
      return false;
    }
    asked.forEach(cell -> memory.get(id).add(MaskedCell.of(cell)));
    return true;
  }

  /// The groups of participants that stood in the same used cells, whether or not any roster lists
  /// these together.
  List<Atom> atoms() {
    Map<List<Integer>, NavigableSet<ParticipantId>> groups = new HashMap<>();
    Map<Integer, Cell> numbered = new TreeMap<>();
    used.forEach(cell -> numbered.put(cell.number(), cell));
    for (ParticipantId id : honest) {
      List<Integer> in = new ArrayList<>();
      numbered.forEach((key, cell) -> {
        if (cell.members().contains(id)) {
          in.add(key);
        }
      });
      if (!in.isEmpty()) {
        groups.computeIfAbsent(in, none -> new TreeSet<>()).add(id);
      }
    }
    groups.forEach((in, group) ->
        everybody.stream()
            .filter(id -> !honest.contains(id))
            .filter(id -> in.stream().allMatch(key -> numbered.get(key).members().contains(id)))
            .forEach(group::add));
    List<Atom> atoms = new ArrayList<>();
    groups.forEach((in, group) ->
        atoms.add(
            new Atom(
                group,
                new TreeSet<>(in),
                (int) holdersOf(group),
                in.stream().mapToInt(key -> numbered.get(key).minimum()).max().orElseThrow())));
    return atoms;
  }

  /// Whether it is an atom that an honest participant did not agree to be told apart in.
  boolean isTooSmall(Atom atom) {
    return !atom.isLargeEnough()
        && atom.members().stream().anyMatch(id -> honest.contains(id) && !hasSigned(id, atom));
  }

  private boolean hasSigned(ParticipantId id, Atom atom) {
    boolean waived =
        waivers.stream()
            .anyMatch(
                waiver -> waiver.signer().equals(id) && atom.members().containsAll(waiver.atom()));
    boolean left =
        departures.stream().anyMatch(clause -> clause.signer().equals(id))
            && everInForce.stream().anyMatch(roster -> roster.currentCellOf(id).isEmpty());
    return waived || left;
  }
}
