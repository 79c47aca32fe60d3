package io.privirec.wire;

import java.time.Instant;

/// An enrolled participant as the operator sees it.
public record ParticipantView(String id, String identityKey, Instant enrolledAt) {}
