package io.privirec.secagg;

import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.signature.IdentityKeyPair;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
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

  public static TestRound of(int cohort, VectorSpec vector, long seed) {
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
            ThreatModel.SEMI_HONEST,
            members,
            Thresholds.completeGraph(cohort),
            vector,
            Digest.of(new byte[] {1}),
            Digest.of(new byte[] {2}),
            Digest.of(new byte[] {3}));
    return new TestRound(record, identities, IdentityKeyPair.generate(random), random);
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
