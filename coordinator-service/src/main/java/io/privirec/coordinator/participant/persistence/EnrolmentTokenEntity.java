package io.privirec.coordinator.participant.persistence;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "enrolment_token")
class EnrolmentTokenEntity {
  @Id private byte[] tokenHash;
  private Instant expiresAt;
  private @Nullable String usedBy;

  @SuppressWarnings("NullAway.Init")
  protected EnrolmentTokenEntity() {}

  EnrolmentTokenEntity(byte[] tokenHash, Instant expiresAt) {
    this.tokenHash = tokenHash.clone();
    this.expiresAt = expiresAt;
  }

  boolean usableAt(Instant now) {
    return usedBy == null && now.isBefore(expiresAt);
  }

  @Nullable String usedBy() {
    return usedBy;
  }

  void spendOn(String participantId) {
    usedBy = participantId;
  }
}
