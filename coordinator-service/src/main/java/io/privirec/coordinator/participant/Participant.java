package io.privirec.coordinator.participant;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import java.time.Instant;

/// An enrolled, key-holding party.
public record Participant(ParticipantId id, PublicIdentityKey identityKey, Instant enrolledAt) {}
