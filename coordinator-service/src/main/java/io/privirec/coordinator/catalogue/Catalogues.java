package io.privirec.coordinator.catalogue;

import io.privirec.coordinator.catalogue.CatalogueLines.Line;
import io.privirec.coordinator.catalogue.CatalogueRefusal.Reason;
import io.privirec.crypto.digest.Digest;
import io.privirec.edge.datadir.DataDirectory;
import io.privirec.filter.factor.ItemFeatures;
import io.privirec.wire.CatalogueVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;

/// The catalogue and its versions.
@Service
public final class Catalogues {
  /// What sessions are bound to that are not about items: a version before the first.
  public static final CatalogueVersion NONE =
      new CatalogueVersion(0, 0, Digest.of().hex(), Instant.EPOCH);

  private final CatalogueStore store;

  /// The served bytes of versions, made again from the store when missing.
  private final Path directory;

  private final Clock clock;

  Catalogues(CatalogueStore store, DataDirectory data, Clock clock) {
    this.store = store;
    this.directory = data.directory("catalogue");
    this.clock = clock;
  }

  /// Appends the items of an NDJSON body to the latest version: all of them or none.
  public CatalogueVersion append(InputStream ndjson) throws IOException {
    return store.append(new CatalogueLines(ndjson), clock.instant());
  }

  /// The newest version, if any was uploaded.
  public Optional<CatalogueVersion> latest() {
    return store.latest();
  }

  /// The version of that number.
  public CatalogueVersion require(int version) {
    return store
        .find(version)
        .orElseThrow(
            () -> new CatalogueRefusal(Reason.UNKNOWN_VERSION, "No catalogue version " + version));
  }

  /// The version that a session is bound to.
  public CatalogueVersion ofSession(int version) {
    return version == NONE.version() ? NONE : require(version);
  }

  /// What a version tells of its items beside their names.
  ///
  /// @throws IllegalArgumentException if there are too many categories
  public ItemFeatures features(CatalogueVersion version) throws IOException {
    List<List<String>> categories = new ArrayList<>();
    try (InputStream in = Files.newInputStream(file(version))) {
      CatalogueLines lines = new CatalogueLines(in);
      for (Optional<Line> line = lines.next(); line.isPresent(); line = lines.next()) {
        categories.add(line.get().item().categories());
      }
    }
    return ItemFeatures.of(categories);
  }

  /// A file with exactly the bytes that the version's digest is of.
  public Path file(CatalogueVersion version) throws IOException {
    Path file = directory.resolve(version.sha256() + ".ndjson");
    if (Files.notExists(file)) {
      Path draft = Files.createTempFile(directory, "draft", ".ndjson");
      try (OutputStream out = Files.newOutputStream(draft)) {
        store.write(version, out);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }
    return file;
  }
}
