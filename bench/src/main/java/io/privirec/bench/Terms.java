package io.privirec.bench;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.roster.Roster;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The record of a round of benchmarks, in the default threat model.
///
/// @param identities of the cohort, in its order
/// @param roster of one cell
record Terms(RoundRecord record, List<IdentityKeyPair> identities, Roster roster) {

  /// @param closed whether everybody must be in the sum
  static Terms of(int cohort, int elements, boolean closed, SecureRandom random) {
    List<IdentityKeyPair> identities = new ArrayList<>();
    List<CohortMember> members = new ArrayList<>();
    for (int i = 0; i < cohort; i++) {
      identities.add(IdentityKeyPair.generate(random));
      ParticipantId id = new ParticipantId(String.format(Locale.ROOT, "p%05d", i));
      members.add(new CohortMember(id, identities.getLast().publicKey()));
    }
    VectorSpec vector =
        new VectorSpec(
            "bench",
            elements,
            elements,
            Ring.BITS_32,
            0,
            new Capacity.PerParticipant(InProcessParticipant.INPUT_BOUND));
    Roster roster = Roster.ofOneCell(1, members);
    RoundKind kind =
        closed
            ? new RoundKind.Closed(roster.reference(), List.of(1))
            : new RoundKind.Tolerant(Thresholds.of(ThreatModel.SEMI_MALICIOUS, cohort));
    Digest any = Digest.of(new byte[0]);
    RoundRecord record =
        new RoundRecord(
            RoundId.random(random),
            "bench",
            0,
            1,
            members,
            kind,
            KeyAgreement.X25519,
            vector,
            any,
            any,
            any);
    return new Terms(record, identities, roster);
  }
}
