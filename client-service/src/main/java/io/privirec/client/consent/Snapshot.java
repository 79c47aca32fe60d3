package io.privirec.client.consent;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import java.time.Instant;

/// Data of a participant, frozen for every session that is over data as of one time: whatever sums
/// are opened over it, they differ by nobody's rows.
///
/// @param dataAsOf the name of it that sessions state; of one that was frozen before they did, the
///   time when it was
/// @param sha256 of the file
/// @param frozenAt by the clock of this service
/// @param users with interactions
record Snapshot(
    ParticipantId participant,
    Instant dataAsOf,
    Digest sha256,
    Instant frozenAt,
    long users,
    long interactions) {}
