package io.privirec.coordinator.relay;

import io.privirec.secagg.ParticipantId;

/// Where envelopes wait for one participant of one session.
record Mailbox(String session, ParticipantId recipient) {
  /// Envelopes that wait at once.
  static final int MOST_ENVELOPES = 1024;

  /// Bytes of all of them.
  static final long MOST_BYTES = 256L << 20;
}
