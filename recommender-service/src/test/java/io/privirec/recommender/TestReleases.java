package io.privirec.recommender;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.SyntheticDataset;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.FactorFilterFile;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.serving.TestRelease;
import io.privirec.serving.release.ReleaseSigner;
import io.privirec.wire.CatalogueItem;
import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.json.JsonMapper;

/// Real releases of the synthetic data set, small enough to make in a second.
final class TestReleases {
  static final IdentityKeyPair COORDINATOR = TestRelease.COORDINATOR;

  private static final ReleaseManifest.Model FOLDED =
      new ReleaseManifest.Model("folded-filter", "gf-cf");
  private static final ReleaseManifest.Model POPULARITY =
      new ReleaseManifest.Model("popularity", "popularity");
  private static final Dataset DATA = SyntheticDataset.generate(1);
  private static final Instant FIRST = Instant.parse("2026-01-02T03:04:05Z");

  /// Filters take long to make.
  private static final int DIFFERENT_FILTERS = 8;

  /// Files by name, by the number of the release: many tests have the same ones.
  private static final Map<Integer, Map<String, byte[]>> FILTERS = new ConcurrentHashMap<>();

  private TestReleases() {}

  static List<String> items() {
    return DATA.itemIds();
  }

  static String item(int number) {
    return items().get(number);
  }

  /// Writes release number n; later numbers are newer.
  static Path write(Path parent, int n) throws IOException {
    return write(parent, n, DATA.itemIds());
  }

  /// Writes release number n, whose items have these ids.
  static Path write(Path parent, int n, List<String> ids) throws IOException {
    Path directory = Files.createDirectories(parent.resolve("r-" + n));
    ItemDegreesFile.write(directory.resolve(ReleaseManifest.DEGREES), DATA.train().itemDegrees());
    int seed = n % DIFFERENT_FILTERS;
    if (!FILTERS.containsKey(seed)) {
      FILTERS.put(seed, filters(seed, directory));
    }
    for (Map.Entry<String, byte[]> file : FILTERS.get(seed).entrySet()) {
      Files.write(directory.resolve(file.getKey()), file.getValue());
    }
    Files.write(
        directory.resolve(ReleaseManifest.CATALOGUE),
        ids.stream()
            .map(id -> new CatalogueItem(id, "T " + id, List.of()))
            .map(JsonMapper.shared()::writeValueAsString)
            .toList());
    sign(directory, n);
    return directory;
  }

  private static Map<String, byte[]> filters(int seed, Path directory) throws IOException {
    FactorFilter filter =
        FactorFilter.gfCf(
            new PowerIteration(16, 0, 2, Eigenvalues.DIAG_T, seed).central(DATA.train(), 16), 0.3);
    Path factored = directory.resolve(ReleaseManifest.FACTORED_FILTER);
    FactorFilterFile.write(factored, filter);
    Path folded = directory.resolve(ReleaseManifest.FILTER);
    FilterFolder.fold(filter, 200, folded);
    return Map.of(
        ReleaseManifest.FACTORED_FILTER,
        Files.readAllBytes(factored),
        ReleaseManifest.FILTER,
        Files.readAllBytes(folded));
  }

  /// Writes release number n, of popularity alone.
  static Path writePopularity(Path parent, int n) throws IOException {
    Path directory = write(parent, n);
    Files.delete(directory.resolve(ReleaseManifest.FILTER));
    Files.delete(directory.resolve(ReleaseManifest.FACTORED_FILTER));
    sign(directory, n, POPULARITY, Map.of(), TestRelease.NO_NOISE);
    return directory;
  }

  /// Writes release number n, with a claim of noise.
  static Path writePrivate(Path parent, int n) throws IOException {
    Path directory = write(parent, n);
    sign(directory, n, FOLDED, Map.of(), TestRelease.NOISE);
    return directory;
  }

  /// Writes release number n, of popularity alone, with a claim of noise.
  static Path writePrivatePopularity(Path parent, int n) throws IOException {
    Path directory = writePopularity(parent, n);
    sign(directory, n, POPULARITY, Map.of(), TestRelease.NOISE);
    return directory;
  }

  /// Writes release number n, signed, with a filter that cannot be opened.
  static Path writeUnusable(Path parent, int n) throws IOException {
    Path directory = write(parent, n);
    Files.writeString(directory.resolve(ReleaseManifest.FILTER), "not a filter");
    sign(directory, n);
    return directory;
  }

  /// Writes release number n, signed. It claims as many items as a manifest may, which take more
  /// heap than tests have.
  static Path writeHuge(Path parent, int n) throws IOException {
    Path directory = write(parent, n);
    sign(directory, n, FOLDED, Map.of(), TestRelease.NO_NOISE, 1 << 24);
    return directory;
  }

  /// Changes a byte of a release after it was signed.
  static void forge(Path release) throws IOException {
    Path filter = release.resolve(ReleaseManifest.FILTER);
    byte[] bytes = Files.readAllBytes(filter);
    bytes[bytes.length - 1] ^= 1;
    Files.write(filter, bytes);
  }

  private static void sign(Path directory, int n) throws IOException {
    sign(
        directory,
        n,
        FOLDED,
        Map.of("model", Map.of("type", "gf-cf", "gamma", 0.3)),
        TestRelease.NO_NOISE);
  }

  private static void sign(
      Path directory,
      int n,
      ReleaseManifest.Model model,
      Map<String, Object> parameters,
      ReleaseManifest.Privacy privacy)
      throws IOException {
    sign(directory, n, model, parameters, privacy, DATA.items());
  }

  private static void sign(
      Path directory,
      int n,
      ReleaseManifest.Model model,
      Map<String, Object> parameters,
      ReleaseManifest.Privacy privacy,
      int items)
      throws IOException {
    String catalogue = Digest.ofFile(directory.resolve(ReleaseManifest.CATALOGUE)).hex();
    Instant created = FIRST.plusSeconds(60L * n);
    ReleaseSigner.sign(
        directory,
        TestRelease.manifest("r-" + n, created, model, parameters, items, catalogue, privacy),
        COORDINATOR);
  }
}
