package io.privirec.coordinator.roster;

import io.privirec.secagg.ParticipantId;
import java.util.Set;

/// Participants of sums over data, with noise or without. Each of them that masked accepts no later
/// roster without its line.
@FunctionalInterface
public interface SummedParticipants {
  /// Returns the participants of all sums that the coordinator may have opened; none if its ledger
  /// cannot be read.
  Set<ParticipantId> participants();
}
