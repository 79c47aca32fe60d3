package io.privirec.coordinator.participant.persistence;

import io.privirec.coordinator.participant.Participant;
import io.privirec.coordinator.participant.ParticipantStore;
import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

@Repository
@Transactional
class JpaParticipantStore implements ParticipantStore {
  private final EntityManager entities;

  JpaParticipantStore(EntityManager entities) {
    this.entities = entities;
  }

  @Override
  public void addToken(Digest tokenHash, Instant expiresAt) {
    entities.persist(new EnrolmentTokenEntity(tokenHash.bytes(), expiresAt));
  }

  @Override
  public Admission admit(Digest tokenHash, Participant participant, Instant now) {
    EnrolmentTokenEntity token =
        entities.find(
            EnrolmentTokenEntity.class, tokenHash.bytes(), LockModeType.PESSIMISTIC_WRITE);
    if (token == null) {
      return new Admission.TokenRefused();
    }
    Optional<Participant> known = find(participant.id());
    if (participant.id().value().equals(token.usedBy())
        && known.map(Participant::identityKey).equals(Optional.of(participant.identityKey()))) {
      return new Admission.Admitted(known.orElseThrow());
    }
    if (!token.usableAt(now)) {
      return new Admission.TokenRefused();
    }
    // One at a time: no two requests may find the same id or key free.
    entities
        .createNativeQuery("lock table participant in share row exclusive mode")
        .executeUpdate();
    if (find(participant.id()).isPresent() || hasKey(participant)) {
      return new Admission.Exists();
    }
    entities.persist(new ParticipantEntity(participant));
    token.spendOn(participant.id().value());
    return new Admission.Admitted(participant);
  }

  @Override
  public int forgetTokens(Instant expiredBefore) {
    return entities
        .createQuery(
            "delete from EnrolmentTokenEntity t where t.usedBy is null and t.expiresAt < :then")
        .setParameter("then", expiredBefore)
        .executeUpdate();
  }

  @Override
  @Transactional(readOnly = true)
  public Optional<Participant> find(ParticipantId id) {
    return Optional.ofNullable(entities.find(ParticipantEntity.class, id.value()))
        .map(ParticipantEntity::toDomain);
  }

  @Override
  @Transactional(readOnly = true)
  public List<Participant> all() {
    return entities
        .createQuery("from ParticipantEntity p order by p.id", ParticipantEntity.class)
        .getResultStream()
        .map(ParticipantEntity::toDomain)
        .toList();
  }

  private boolean hasKey(Participant participant) {
    return entities
            .createQuery(
                "select count(p) from ParticipantEntity p where p.identityKey = :key", Long.class)
            .setParameter("key", participant.identityKey().bytes())
            .getSingleResult()
        > 0;
  }
}
