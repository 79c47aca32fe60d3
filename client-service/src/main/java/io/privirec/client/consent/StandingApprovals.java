package io.privirec.client.consent;

import io.privirec.secagg.ParticipantId;

/// Keeps what a person approved once for all later sessions of a participant.
interface StandingApprovals {
  /// Returns whether a person approved a sentence for a participant.
  ///
  /// @param sentence its name
  boolean has(ParticipantId participant, String sentence);

  /// Keeps an approval, durable when it returns. A repeated call changes nothing.
  void keep(ParticipantId participant, String sentence);
}
