package io.privirec.secagg.participant;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.roster.Roster;
import java.util.Optional;

/// Who a participant is, and whom and what it trusts: all that does not come from the coordinator.
///
/// @param coordinatorKey pinned at enrolment
/// @param roster whose signature the holder has verified; needed for semi-malicious rounds, and
///   checked in all where there is one
/// @param least the weakest threat model that the holder accepts
public record Membership(
    ParticipantId self,
    IdentityKeyPair identity,
    PublicIdentityKey coordinatorKey,
    Optional<Roster> roster,
    ThreatModel least) {}
