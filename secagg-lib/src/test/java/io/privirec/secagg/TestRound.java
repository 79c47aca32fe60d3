package io.privirec.secagg;

import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.participant.Membership;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// The terms of a round of tests, with everyone's identity keys.
///
/// @param identities of the cohort `p000`, `p001`, …
/// @param roster that everybody has in force; the cohort's cells are numbered from 1
public record TestRound(
    RoundRecord record,
    Roster roster,
    SortedMap<ParticipantId, IdentityKeyPair> identities,
    IdentityKeyPair coordinator,
    SecureRandom random) {
  private static final VectorSpec VECTOR =
      new VectorSpec("test", 10, 4, Ring.BITS_32, 0, new Capacity.PerParticipant(1000));

  public static TestRound of(int cohort, long seed) {
    return of(cohort, VECTOR, seed);
  }

  public static TestRound of(Thresholds thresholds, long seed) {
    return of(thresholds, KeyAgreement.X25519, seed);
  }

  public static TestRound of(Thresholds thresholds, KeyAgreement agreement, long seed) {
    return of(thresholds, agreement, VECTOR, seed);
  }

  public static TestRound of(int cohort, VectorSpec vector, long seed) {
    return of(Thresholds.of(ThreatModel.SEMI_MALICIOUS, cohort), KeyAgreement.X25519, vector, seed);
  }

  public static TestRound of(
      Thresholds thresholds, KeyAgreement agreement, VectorSpec vector, long seed) {
    return make(
        new int[] {thresholds.cohort()},
        _ -> new RoundKind.Tolerant(thresholds),
        agreement,
        vector,
        seed);
  }

  /// A closed round over cells of these sizes.
  public static TestRound closed(long seed, int... cells) {
    return closed(KeyAgreement.X25519, seed, cells);
  }

  public static TestRound closed(KeyAgreement agreement, long seed, int... cells) {
    return closed(agreement, VECTOR, seed, cells);
  }

  public static TestRound closed(
      KeyAgreement agreement, VectorSpec vector, long seed, int... cells) {
    return make(
        cells,
        roster ->
            new RoundKind.Closed(
                roster.reference(), roster.currentCells().stream().map(Cell::number).toList()),
        agreement,
        vector,
        seed);
  }

  private static TestRound make(
      int[] cells,
      Function<Roster, RoundKind> kind,
      KeyAgreement agreement,
      VectorSpec vector,
      long seed) {
    int cohort = Arrays.stream(cells).sum();
    SecureRandom random = new SeededRandom(seed);
    SortedMap<ParticipantId, IdentityKeyPair> identities = new TreeMap<>();
    List<CohortMember> members = new ArrayList<>();
    for (int i = 0; i < cohort; i++) {
      ParticipantId id = new ParticipantId("p%03d".formatted(i));
      IdentityKeyPair identity = IdentityKeyPair.generate(random);
      identities.put(id, identity);
      members.add(new CohortMember(id, identity.publicKey()));
    }
    Roster roster = rosterOf(1, members, cells);
    RoundRecord record =
        new RoundRecord(
            RoundId.random(random),
            "session-1",
            2,
            1,
            members,
            kind.apply(roster),
            agreement,
            vector,
            Digest.of(new byte[] {1}),
            Digest.of(new byte[] {2}),
            Digest.of(new byte[] {3}));
    return new TestRound(record, roster, identities, IdentityKeyPair.generate(random), random);
  }

  /// Cells of these sizes, in the order of the members, numbered from 1.
  public static Roster rosterOf(int version, List<CohortMember> members, int... sizes) {
    List<Cell> cells = new ArrayList<>();
    int from = 0;
    for (int size : sizes) {
      List<ParticipantId> ids =
          members.subList(from, from + size).stream().map(CohortMember::id).toList();
      cells.add(new Cell(cells.size() + 1, Cell.DEFAULT_MINIMUM, false, new TreeSet<>(ids)));
      from += size;
    }
    List<RosterMember> lines =
        members.stream().map(each -> new RosterMember(each.id(), each.identityKey())).toList();
    return new Roster(version, cells, lines, List.of(), List.of());
  }

  /// An input for everybody, as large as the vector bears.
  public SortedMap<ParticipantId, long[]> inputs(Random random) {
    long bound = (long) record.vector().capacity().bound();
    SortedMap<ParticipantId, long[]> inputs = new TreeMap<>();
    for (ParticipantId id : identities.keySet()) {
      inputs.put(id, random.longs(record.vector().length(), -bound, bound + 1).toArray());
    }
    return inputs;
  }

  /// A record that says the same but for these.
  public static RoundRecord changed(
      RoundRecord record,
      int attempt,
      List<CohortMember> cohort,
      RoundKind kind,
      VectorSpec vector) {
    return new RoundRecord(
        record.id(),
        record.sessionId(),
        record.roundIndex(),
        attempt,
        cohort,
        kind,
        record.keyAgreement(),
        vector,
        record.catalogue(),
        record.parameters(),
        record.broadcast());
  }

  /// The same people and another record.
  public TestRound with(RoundRecord other) {
    return new TestRound(other, roster, identities, coordinator, random);
  }

  /// Who a participant is: it trusts this round's coordinator and the roster.
  public Membership membership(ParticipantId id) {
    return membership(id, Optional.of(roster), ThreatModel.SEMI_HONEST);
  }

  public Membership membership(ParticipantId id, Optional<Roster> inForce, ThreatModel least) {
    return new Membership(id, identity(id), coordinator.publicKey(), inForce, least);
  }

  public SignedRoundRecord signed() {
    return SignedRoundRecord.sign(record, coordinator);
  }

  public ParticipantId id(int position) {
    return record.cohort().get(position).id();
  }

  public IdentityKeyPair identity(ParticipantId id) {
    return identities.get(id);
  }
}
