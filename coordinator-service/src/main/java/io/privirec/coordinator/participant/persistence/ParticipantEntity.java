package io.privirec.coordinator.participant.persistence;

import io.privirec.coordinator.participant.Participant;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.security.InvalidKeyException;
import java.time.Instant;

@Entity
@Table(name = "participant")
class ParticipantEntity {
  @Id private String id;
  private byte[] identityKey;
  private Instant enrolledAt;

  @SuppressWarnings("NullAway.Init")
  protected ParticipantEntity() {}

  ParticipantEntity(Participant participant) {
    id = participant.id().value();
    identityKey = participant.identityKey().bytes();
    enrolledAt = participant.enrolledAt();
  }

  Participant toDomain() {
    try {
      return new Participant(
          new ParticipantId(id), PublicIdentityKey.fromBytes(identityKey), enrolledAt);
    } catch (InvalidKeyException e) {
      throw new IllegalStateException("stored identity key of " + id + " is broken", e);
    }
  }
}
