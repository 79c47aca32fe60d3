package io.privirec.secagg;

import io.privirec.crypto.signature.PublicIdentityKey;

/// A participant of a round and the key it signs with.
public record CohortMember(ParticipantId id, PublicIdentityKey identityKey) {}
