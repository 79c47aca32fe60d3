package io.privirec.client.catalogue;

import io.privirec.client.coordinator.CoordinatorClient;
import io.privirec.client.coordinator.CoordinatorException;
import io.privirec.crypto.digest.Digest;
import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.datadir.DurableFiles;
import io.privirec.serving.release.NoRoomException;
import io.privirec.serving.release.UsableSpace;
import io.privirec.wire.CatalogueVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/// The catalogue versions this holder has seen, each kept as `<version>-<sha256>.ndjson`.
///
/// The first version seen is taken on trust. Every other must agree with the longest one known,
/// item by item, or it is refused.
///
/// The coordinator states the number of items, and no number of bytes. A download is bounded before
/// its first byte by the longest lines that these items can have, and by the [UsableSpace] of the
/// disk. Thread-safe.
@Component
public final class Catalogues {
  private static final Pattern FILE = Pattern.compile("([0-9]{1,9})-([0-9a-f]{64})\\.ndjson");

  private final Path directory;
  private final CoordinatorClient coordinator;
  private final UsableSpace disk;
  private final Map<Integer, Catalogue> loaded = new HashMap<>();
  private @Nullable Catalogue longest;

  @Autowired
  Catalogues(DataDirectory data, CoordinatorClient coordinator) {
    this(data.directory("catalogue"), coordinator);
  }

  Catalogues(Path directory, CoordinatorClient coordinator) {
    this(directory, coordinator, UsableSpace.of(directory));
  }

  Catalogues(Path directory, CoordinatorClient coordinator, UsableSpace disk) {
    this.directory = directory;
    this.coordinator = coordinator;
    this.disk = disk;
  }

  /// The newest version: the coordinator's, or the newest kept here when it cannot be reached.
  ///
  /// @throws CatalogueException if the coordinator's cannot be used
  public synchronized Catalogue newest() {
    try {
      return obtain(coordinator.catalogue());
    } catch (CoordinatorException.Unreachable e) {
      return kept().orElseThrow(() -> e);
    }
  }

  /// The newest version kept here; nobody is asked.
  public synchronized Optional<Catalogue> kept() {
    if (longest == null) {
      longest = newestFile().map(this::readKept).orElse(null);
    }
    return Optional.ofNullable(longest);
  }

  /// One version, from here or from the coordinator; 0 is the empty one before the first.
  public synchronized Catalogue version(int version) {
    if (version == Catalogue.NONE.version()) {
      return Catalogue.NONE;
    }
    Catalogue known = loaded.get(version);
    return known != null ? known : obtain(coordinator.catalogue(version));
  }

  private Catalogue obtain(CatalogueVersion stated) {
    Digest digest = parse(stated.sha256());
    if (stated.items() < 0 || stated.items() > Catalogue.MAX_ITEMS) {
      throw new CatalogueException(
          "catalogue version %s must have [0, %s] items. Stated: %s"
              .formatted(stated.version(), Catalogue.MAX_ITEMS, stated.items()));
    }
    Catalogue known = loaded.get(stated.version());
    if (known != null) {
      requireSame(stated, known.digest(), digest);
      return known;
    }
    Path file = directory.resolve(stated.version() + "-" + digest.hex() + ".ndjson");
    try {
      Catalogue catalogue =
          Files.exists(file)
              ? Catalogue.read(stated.version(), file, stated.items())
              : download(stated, digest, file);
      requireSame(stated, catalogue.digest(), digest);
      accept(catalogue);
      return catalogue;
    } catch (IOException e) {
      throw new CatalogueException(
          "catalogue version " + stated.version() + " cannot be read: " + e.getMessage(), e);
    }
  }

  private Catalogue download(CatalogueVersion stated, Digest digest, Path file) throws IOException {
    Path draft = Files.createTempFile(directory, "catalogue", ".part");
    try (UsableSpace.Claim claim = claim(stated, draft)) {
      download(stated, draft, claim);
      requireSame(stated, Digest.ofFile(draft), digest);
      Catalogue catalogue = Catalogue.read(stated.version(), draft, stated.items());
      requireInLine(catalogue);
      // Found later, it is believed by its name: it must be whole even after a loss of power.
      DurableFiles.sync(draft);
      DurableFiles.place(draft, file);
      return catalogue;
    } catch (NoRoomException e) {
      throw new CatalogueException(String.valueOf(e.getMessage()), e);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private UsableSpace.Claim claim(CatalogueVersion stated, Path draft) throws IOException {
    return disk.claim(
        draft,
        Catalogue.shortestBytes(stated.items()),
        Catalogue.longestBytes(stated.items()),
        "catalogue version %s of %s items has at least"
            .formatted(stated.version(), stated.items()));
  }

  private void download(CatalogueVersion stated, Path draft, UsableSpace.Claim claim)
      throws NoRoomException {
    try {
      coordinator.downloadCatalogue(stated.version(), draft, claim.bytes());
    } catch (CoordinatorException.TooLong e) {
      if (claim.bytes() < Catalogue.longestBytes(stated.items())) {
        throw claim.exceeded(
            "catalogue version %s of %s items has more than"
                .formatted(stated.version(), stated.items()));
      }
      throw new CatalogueException(
          "catalogue version %s is too long for the %s items stated: %s"
              .formatted(stated.version(), stated.items(), e.getMessage()),
          e);
    }
  }

  private void accept(Catalogue catalogue) {
    requireInLine(catalogue);
    loaded.put(catalogue.version(), catalogue);
    Catalogue current = longest;
    if (current == null || catalogue.items() > current.items()) {
      longest = catalogue;
    }
  }

  private void requireInLine(Catalogue catalogue) {
    Optional<Catalogue> known = kept();
    if (known.isPresent() && !known.get().isInLineWith(catalogue)) {
      throw new CatalogueException(
          "catalogue version %s contradicts version %s: an item changed its place"
              .formatted(catalogue.version(), known.get().version()));
    }
  }

  private Catalogue readKept(Path file) {
    Matcher name = FILE.matcher(file.getFileName().toString());
    if (!name.matches()) {
      throw new IllegalStateException("not a catalogue file: " + file);
    }
    try {
      int version = Integer.parseInt(name.group(1));
      Catalogue catalogue = Catalogue.read(version, file, Catalogue.MAX_ITEMS);
      requireSame(version, catalogue.digest(), parse(name.group(2)));
      loaded.put(version, catalogue);
      return catalogue;
    } catch (IOException e) {
      throw new CatalogueException("kept catalogue cannot be read: " + file.getFileName(), e);
    }
  }

  private Optional<Path> newestFile() {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> FILE.matcher(file.getFileName().toString()).matches())
          .max(Comparator.comparingInt(Catalogues::versionOf));
    } catch (IOException e) {
      throw new CatalogueException("catalogue directory cannot be read", e);
    }
  }

  private static int versionOf(Path file) {
    String name = file.getFileName().toString();
    return Integer.parseInt(name.substring(0, name.indexOf('-')));
  }

  private static Digest parse(@Nullable String hex) {
    if (hex == null) {
      throw new CatalogueException("catalogue version without a digest");
    }
    try {
      return Digest.parse(hex);
    } catch (IllegalArgumentException e) {
      throw new CatalogueException("catalogue digest is not SHA-256", e);
    }
  }

  private static void requireSame(CatalogueVersion stated, Digest actual, Digest expected) {
    requireSame(stated.version(), actual, expected);
  }

  private static void requireSame(int version, Digest actual, Digest expected) {
    if (!actual.equals(expected)) {
      throw new CatalogueException(
          "catalogue version %s has SHA-256 %s, expected %s"
              .formatted(version, actual.hex(), expected.hex()));
    }
  }
}
