package io.privirec.coordinator.catalogue.persistence;

import io.privirec.coordinator.catalogue.CatalogueLines;
import io.privirec.coordinator.catalogue.CatalogueRefusal;
import io.privirec.coordinator.catalogue.CatalogueRefusal.Reason;
import io.privirec.coordinator.catalogue.CatalogueStore;
import io.privirec.wire.CatalogueVersion;
import jakarta.persistence.EntityManager;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.hibernate.Session;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

@Repository
class JpaCatalogueStore implements CatalogueStore {
  private final EntityManager entities;

  JpaCatalogueStore(EntityManager entities) {
    this.entities = entities;
  }

  @Override
  @Transactional(rollbackFor = Exception.class)
  public CatalogueVersion append(CatalogueLines lines, Instant createdAt) throws IOException {
    // Two uploads at once would both append behind the same version.
    entities
        .createNativeQuery("lock table catalogue_version in share row exclusive mode")
        .executeUpdate();
    Optional<CatalogueVersion> latest = latest();
    int known = latest.map(CatalogueVersion::items).orElse(0);
    MessageDigest sha256 = sha256();
    OutputStream digest = digesting(sha256);
    int items =
        inRows(rows -> {
          rows.copyTo(known, digest);
          return rows.insert(known, lines, digest);
        });
    digest.flush();
    if (items == known) {
      throw new CatalogueRefusal(Reason.NO_ITEMS, "The upload holds no items");
    }
    int number = latest.map(CatalogueVersion::version).orElse(0) + 1;
    CatalogueVersion version =
        new CatalogueVersion(number, items, HexFormat.of().formatHex(sha256.digest()), createdAt);
    entities.persist(new CatalogueVersionEntity(version));
    return version;
  }

  @Override
  @Transactional(readOnly = true)
  public Optional<CatalogueVersion> find(int version) {
    return Optional.ofNullable(entities.find(CatalogueVersionEntity.class, version))
        .map(CatalogueVersionEntity::toDomain);
  }

  @Override
  @Transactional(readOnly = true)
  public Optional<CatalogueVersion> latest() {
    return entities
        .createQuery(
            "from CatalogueVersionEntity v order by v.version desc", CatalogueVersionEntity.class)
        .setMaxResults(1)
        .getResultStream()
        .findFirst()
        .map(CatalogueVersionEntity::toDomain);
  }

  @Override
  @Transactional(readOnly = true)
  public void write(CatalogueVersion version, OutputStream out) throws IOException {
    OutputStream buffered = new BufferedOutputStream(out, 1 << 16);
    inRows(rows -> {
      rows.copyTo(version.items(), buffered);
      return version.items();
    });
    buffered.flush();
  }

  private interface RowWork {
    int apply(CatalogueItemRows rows) throws SQLException, IOException;
  }

  private int inRows(RowWork work) throws IOException {
    try {
      return entities
          .unwrap(Session.class)
          .doReturningWork(connection -> {
            try {
              return work.apply(new CatalogueItemRows(connection));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static OutputStream digesting(MessageDigest sha256) {
    return new BufferedOutputStream(
        new DigestOutputStream(OutputStream.nullOutputStream(), sha256), 1 << 16);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
