package io.privirec.coordinator.catalogue.persistence;

import io.privirec.wire.CatalogueVersion;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.HexFormat;

@Entity
@Table(name = "catalogue_version")
class CatalogueVersionEntity {
  @Id private int version;
  private int items;
  private byte[] sha256;
  private Instant createdAt;

  @SuppressWarnings("NullAway.Init")
  protected CatalogueVersionEntity() {}

  CatalogueVersionEntity(CatalogueVersion version) {
    this.version = version.version();
    this.items = version.items();
    this.sha256 = HexFormat.of().parseHex(version.sha256());
    this.createdAt = version.createdAt();
  }

  CatalogueVersion toDomain() {
    return new CatalogueVersion(version, items, HexFormat.of().formatHex(sha256), createdAt);
  }
}
