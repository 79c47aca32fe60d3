package io.privirec.coordinator.participant.web;

import io.privirec.coordinator.participant.Participant;
import io.privirec.coordinator.participant.Participants;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.edge.auth.PublicKeyLookup;
import io.privirec.secagg.ParticipantId;
import java.util.Optional;
import org.springframework.stereotype.Component;

/// Request tokens are checked against the keys pinned at enrolment.
@Component
record EnrolledKeys(Participants participants) implements PublicKeyLookup {
  @Override
  public Optional<PublicIdentityKey> publicKeyOf(ParticipantId participant) {
    return participants.find(participant).map(Participant::identityKey);
  }
}
