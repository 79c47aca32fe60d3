package io.privirec.coordinator.catalogue;

import io.privirec.wire.CatalogueVersion;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Optional;

/// Where catalogue versions are kept. Versions only grow.
public interface CatalogueStore {
  /// Appends every line to the latest version as one new version, or changes nothing.
  ///
  /// @throws CatalogueRefusal when an item's id is in the catalogue already, or there is no item
  CatalogueVersion append(CatalogueLines lines, Instant createdAt) throws IOException;

  /// The version of that number.
  Optional<CatalogueVersion> find(int version);

  /// The newest version.
  Optional<CatalogueVersion> latest();

  /// Writes a version's lines in index order, each ended by a newline.
  void write(CatalogueVersion version, OutputStream out) throws IOException;
}
