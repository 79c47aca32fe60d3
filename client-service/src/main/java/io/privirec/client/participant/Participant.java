package io.privirec.client.participant;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import java.time.Instant;

/// An enrolled participant.
///
/// @param coordinatorKey pinned at enrolment: the only key whose rounds and releases it believes
public record Participant(
    ParticipantId id,
    IdentityKeyPair identity,
    PublicIdentityKey coordinatorKey,
    Instant enrolledAt) {}
