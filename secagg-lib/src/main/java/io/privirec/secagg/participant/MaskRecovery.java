package io.privirec.secagg.participant;

import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.message.ShareComplaint;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What a participant of a tolerant round holds so that a sum can be opened without those who
/// leave.
///
/// @param selfMaskSeed of its own second mask
/// @param ownShare its share of that seed; only on the complete graph
/// @param held shares of the others' secrets, by owner, without this participant
/// @param complaint about those whose shares came and did not decrypt
record MaskRecovery(
    SecretBytes selfMaskSeed,
    Optional<SecretBytes> ownShare,
    SortedMap<ParticipantId, HeldShares> held,
    Optional<ShareComplaint> complaint) {
  MaskRecovery {
    held = Collections.unmodifiableSortedMap(new TreeMap<>(held));
  }

  /// Those that exchanged shares with this participant.
  SortedSet<ParticipantId> exchanged() {
    SortedSet<ParticipantId> exchanged = new TreeSet<>(held.keySet());
    complaint.ifPresent(accusing -> exchanged.addAll(accusing.evidence().keySet()));
    return exchanged;
  }
}
