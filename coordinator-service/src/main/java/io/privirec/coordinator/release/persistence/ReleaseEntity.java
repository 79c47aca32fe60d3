package io.privirec.coordinator.release.persistence;

import io.privirec.coordinator.release.Release;
import io.privirec.crypto.encoding.ByteString;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

@Entity
@Table(name = "release")
class ReleaseEntity {
  @Id private String id;
  private String sessionId;
  private byte[] manifest;
  private byte[] signature;
  private Instant createdAt;

  @SuppressWarnings("NullAway.Init")
  protected ReleaseEntity() {}

  Release toDomain() {
    return new Release(
        id, sessionId, ByteString.copyOf(manifest), ByteString.copyOf(signature), createdAt);
  }
}
