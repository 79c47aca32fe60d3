package io.privirec.coordinator.release.persistence;

import io.privirec.coordinator.release.Release;
import io.privirec.coordinator.release.ReleaseStore;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

@Repository
@Transactional
class JpaReleaseStore implements ReleaseStore {
  private static final String ORDER = " order by r.createdAt desc, r.id";
  private static final String NEWEST_FIRST = "from ReleaseEntity r" + ORDER;
  private static final String OLDER =
      "from ReleaseEntity r where r.createdAt < :created or (r.createdAt = :created and r.id > :id)"
          + ORDER;

  private final EntityManager entities;

  JpaReleaseStore(EntityManager entities) {
    this.entities = entities;
  }

  @Override
  public void insert(Release release) {
    // Not find and persist: another process may list it in between.
    // No constraint is named: two that insert the same may meet in either of the unique ones.
    int inserted =
        entities
            .createNativeQuery(
                """
                insert into release (id, session_id, manifest, signature, created_at)
                values (:id, :session, :manifest, :signature, :created) on conflict do nothing\
                """)
            .setParameter("id", release.id())
            .setParameter("session", release.sessionId())
            .setParameter("manifest", release.manifest().bytes())
            .setParameter("signature", release.signature().bytes())
            .setParameter("created", release.createdAt())
            .executeUpdate();
    if (inserted == 0 && entities.find(ReleaseEntity.class, release.id()) == null) {
      throw new DataIntegrityViolationException(
          "session " + release.sessionId() + " has another release already");
    }
  }

  @Override
  @Transactional(readOnly = true)
  public Optional<Release> find(String id) {
    return Optional.ofNullable(entities.find(ReleaseEntity.class, id)).map(ReleaseEntity::toDomain);
  }

  @Override
  @Transactional(readOnly = true)
  public Optional<Release> latest() {
    return entities
        .createQuery(NEWEST_FIRST, ReleaseEntity.class)
        .setMaxResults(1)
        .getResultStream()
        .findFirst()
        .map(ReleaseEntity::toDomain);
  }

  @Override
  @Transactional(readOnly = true)
  public List<Release> page(Optional<Release> before, int limit) {
    TypedQuery<ReleaseEntity> query =
        before
            .map(release ->
                entities
                    .createQuery(OLDER, ReleaseEntity.class)
                    .setParameter("created", release.createdAt())
                    .setParameter("id", release.id()))
            .orElseGet(() -> entities.createQuery(NEWEST_FIRST, ReleaseEntity.class));
    return query.setMaxResults(limit).getResultStream().map(ReleaseEntity::toDomain).toList();
  }

  @Override
  @Transactional(readOnly = true)
  public List<Release> all() {
    return entities
        .createQuery(NEWEST_FIRST, ReleaseEntity.class)
        .getResultStream()
        .map(ReleaseEntity::toDomain)
        .toList();
  }

  @Override
  @Transactional(readOnly = true)
  public Set<String> sessions() {
    return Set.copyOf(
        entities
            .createQuery("select r.sessionId from ReleaseEntity r", String.class)
            .getResultList());
  }

  @Override
  public void delete(String id) {
    entities
        .createQuery("delete from ReleaseEntity r where r.id = :id")
        .setParameter("id", id)
        .executeUpdate();
  }
}
