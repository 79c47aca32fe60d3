package io.privirec.coordinator.release.persistence;

import io.privirec.coordinator.release.Release;
import io.privirec.coordinator.release.ReleaseStore;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

@Repository
@Transactional
class JpaReleaseStore implements ReleaseStore {
  private static final String NEWEST_FIRST = "from ReleaseEntity r order by r.createdAt desc, r.id";

  private final EntityManager entities;

  JpaReleaseStore(EntityManager entities) {
    this.entities = entities;
  }

  @Override
  public void insert(Release release) {
    if (entities.find(ReleaseEntity.class, release.id()) == null) {
      entities.persist(new ReleaseEntity(release));
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
  public List<Release> all() {
    return entities
        .createQuery(NEWEST_FIRST, ReleaseEntity.class)
        .getResultStream()
        .map(ReleaseEntity::toDomain)
        .toList();
  }
}
