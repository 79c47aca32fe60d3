package io.privirec.wire;

import java.time.Instant;

/// A participant hosted by a client-service.
public record HostedParticipant(
    String id,
    String identityKey,
    String coordinatorKey,
    long users,
    long interactions,
    Instant enrolledAt) {}
