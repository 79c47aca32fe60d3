package io.privirec.secagg.participant;

import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.ParticipantId;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a participant of a tolerant round holds so that a sum can be opened without those who
/// leave.
///
/// @param selfMaskSeed of its own second mask
/// @param ownShare its share of that seed; only on the complete graph
/// @param held shares of the others' secrets, by owner, without this participant
record MaskRecovery(
    SecretBytes selfMaskSeed,
    Optional<SecretBytes> ownShare,
    SortedMap<ParticipantId, HeldShares> held) {
  MaskRecovery {
    held = Collections.unmodifiableSortedMap(new TreeMap<>(held));
  }
}
