package io.privirec.secagg;

import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.participant.Membership;
import io.privirec.secagg.roster.Roster;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The terms of a round of tests, with everyone's identity keys.
///
/// @param identities of the cohort `p000`, `p001`, …
public record TestRound(
    RoundRecord record,
    SortedMap<ParticipantId, IdentityKeyPair> identities,
    IdentityKeyPair coordinator,
    SecureRandom random) {
  public static TestRound of(int cohort, long seed) {
    VectorSpec vector =
        new VectorSpec("test", 10, 4, Ring.BITS_32, 0, new Capacity.PerParticipant(1000));
    return of(cohort, vector, seed);
  }

  public static TestRound of(Thresholds thresholds, long seed) {
    VectorSpec vector =
        new VectorSpec("test", 10, 4, Ring.BITS_32, 0, new Capacity.PerParticipant(1000));
    return of(thresholds, KeyAgreement.X25519, vector, seed);
  }

  public static TestRound of(int cohort, VectorSpec vector, long seed) {
    return of(Thresholds.of(ThreatModel.SEMI_MALICIOUS, cohort), KeyAgreement.X25519, vector, seed);
  }

  public static TestRound of(
      Thresholds thresholds, KeyAgreement agreement, VectorSpec vector, long seed) {
    int cohort = thresholds.cohort();
    SecureRandom random = new SeededRandom(seed);
    SortedMap<ParticipantId, IdentityKeyPair> identities = new TreeMap<>();
    List<CohortMember> members = new ArrayList<>();
    for (int i = 0; i < cohort; i++) {
      ParticipantId id = new ParticipantId("p%03d".formatted(i));
      IdentityKeyPair identity = IdentityKeyPair.generate(random);
      identities.put(id, identity);
      members.add(new CohortMember(id, identity.publicKey()));
    }
    RoundRecord record =
        new RoundRecord(
            RoundId.random(random),
            "session-1",
            2,
            1,
            members,
            thresholds,
            agreement,
            vector,
            Digest.of(new byte[] {1}),
            Digest.of(new byte[] {2}),
            Digest.of(new byte[] {3}));
    return new TestRound(record, identities, IdentityKeyPair.generate(random), random);
  }

  /// Who a participant is: it trusts this round's coordinator and a roster of this cohort.
  public Membership membership(ParticipantId id) {
    return new Membership(
        id,
        identity(id),
        coordinator.publicKey(),
        Optional.of(Roster.ofOneCell(1, record.cohort())),
        ThreatModel.SEMI_HONEST);
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
