package io.privirec.client.runtime;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import java.time.Duration;
import java.time.Instant;

/// Data of a participant, frozen for every consent of an interval: whatever sums are opened over
/// it, they differ by nobody's rows.
///
/// @param sha256 of the file
/// @param users with interactions
public record Snapshot(
    ParticipantId participant, Digest sha256, Instant frozenAt, long users, long interactions) {
  /// Whether its interval is still running; also when the clock was set back.
  boolean isCurrent(Instant now, Duration interval) {
    return now.isBefore(frozenAt.plus(interval));
  }
}
