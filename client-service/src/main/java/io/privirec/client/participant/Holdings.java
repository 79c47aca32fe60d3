package io.privirec.client.participant;

import io.privirec.secagg.ParticipantId;

/// Counts what participants have.
public interface Holdings {
  /// How much a participant has.
  record Totals(long users, long interactions) {}

  Totals totals(ParticipantId participant);
}
