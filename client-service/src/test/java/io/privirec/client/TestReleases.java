package io.privirec.client;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.FactorFilterFile;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.serving.release.ReleaseSigner;
import io.privirec.wire.Protection;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import tools.jackson.databind.json.JsonMapper;

/// Makes signed release directories, and serves one of them.
public final class TestReleases {
  private static final ReleaseManifest.Privacy NO_NOISE =
      new ReleaseManifest.Privacy("semi-malicious", "none", "sums are exact", null);
  private static final ReleaseManifest.Privacy NOISE =
      new ReleaseManifest.Privacy(
          "semi-malicious",
          "user-level",
          "sums have noise",
          new ReleaseManifest.Claim(
              "user",
              "add-or-remove",
              "coordinator",
              1e-6,
              "cks",
              2,
              1,
              List.of(
                  "distributed_discrete_gaussian:n=9,variance=400,l2=4.0,l1=16.0,dim=100,"
                      + "colluders=2,dropouts=1")));

  private TestReleases() {}

  /// Writes release number n; later numbers are newer.
  static Path write(
      Path parent, int n, int items, boolean knowsHistories, IdentityKeyPair coordinator)
      throws IOException {
    Path directory = Files.createDirectories(parent.resolve("r-" + n));
    long[] degrees = LongStream.range(0, items).toArray();
    ItemDegreesFile.write(directory.resolve(ReleaseManifest.DEGREES), degrees);
    if (knowsHistories) {
      SpectralFactors nothing =
          new SpectralFactors(DenseMatrix.zeros(items, 1), new float[1], degrees, 1);
      FilterFolder.fold(
          FactorFilter.gfCf(nothing, 0), items, directory.resolve(ReleaseManifest.FILTER));
    }
    return sign(directory, n, items, knowsHistories, coordinator);
  }

  /// Writes release number n, of GF-CF on these interactions, with exact scores.
  static Path writeFactored(
      Path parent, int n, InteractionMatrix train, IdentityKeyPair coordinator) throws IOException {
    Path directory = Files.createDirectories(parent.resolve("r-" + n));
    SpectralFactors factors = new PowerIteration(4, 0, 1, Eigenvalues.DIAG_T, 7).central(train, 4);
    ItemDegreesFile.write(directory.resolve(ReleaseManifest.DEGREES), train.itemDegrees());
    FactorFilter filter = FactorFilter.gfCf(factors, 0.3);
    FactorFilterFile.write(directory.resolve(ReleaseManifest.FACTORED_FILTER), filter);
    FilterFolder.fold(filter, train.items(), directory.resolve(ReleaseManifest.FILTER));
    return sign(directory, n, train.items(), true, coordinator);
  }

  /// Writes release number n of session s-n, with a claim of noise.
  static Path writePrivate(Path parent, int n, int items, IdentityKeyPair coordinator)
      throws IOException {
    Path directory = write(parent, n, items, true, coordinator);
    return sign(directory, n, items, true, NOISE, coordinator);
  }

  /// Writes release number n, with a claim of noise. It claims as many items as a manifest may,
  /// which take more heap than tests have.
  static Path writeHuge(Path parent, int n, IdentityKeyPair coordinator) throws IOException {
    Path directory = write(parent, n, 8, true, coordinator);
    return sign(directory, n, TestCatalogues.of(8, List.of()), 1 << 24, true, NOISE, coordinator);
  }

  /// Makes a directory of model files a release.
  public static Path sign(
      Path directory, int n, int items, boolean knowsHistories, IdentityKeyPair coordinator)
      throws IOException {
    return sign(directory, n, items, knowsHistories, NO_NOISE, coordinator);
  }

  private static Path sign(
      Path directory,
      int n,
      int items,
      boolean knowsHistories,
      ReleaseManifest.Privacy privacy,
      IdentityKeyPair coordinator)
      throws IOException {
    byte[] catalogue = TestCatalogues.of(items, List.of());
    return sign(directory, n, catalogue, items, knowsHistories, privacy, coordinator);
  }

  private static Path sign(
      Path directory,
      int n,
      byte[] catalogue,
      int items,
      boolean knowsHistories,
      ReleaseManifest.Privacy privacy,
      IdentityKeyPair coordinator)
      throws IOException {
    Files.write(directory.resolve(ReleaseManifest.CATALOGUE), catalogue);
    ReleaseManifest manifest =
        new ReleaseManifest(
            ReleaseManifest.FORMAT_VERSION,
            "r-" + n,
            "s-" + n,
            Instant.parse("2026-01-01T00:00:00Z").plusSeconds(n),
            knowsHistories ? "privirec-k" : "item-degrees",
            knowsHistories
                ? new ReleaseManifest.Model("folded-filter", "gf-cf")
                : new ReleaseManifest.Model("popularity", "popularity"),
            parameters(knowsHistories, privacy),
            new ReleaseManifest.Catalogue(1, items, Digest.of(catalogue).hex()),
            3,
            1,
            List.of(1),
            List.of(),
            3,
            null,
            1,
            privacy.claim() == null ? Protection.NO_NOISE : Protection.PRIVATE,
            privacy,
            List.of());
    ReleaseSigner.sign(directory, manifest, coordinator);
    return directory;
  }

  private static Map<String, Object> parameters(
      boolean knowsHistories, ReleaseManifest.Privacy privacy) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    if (knowsHistories) {
      parameters.put("model", Map.of("type", "gf-cf", "gamma", 0.3));
    }
    if (privacy.claim() != null) {
      parameters.put("privacy", Map.of("epsilon", 3.0, "delta", 1e-6));
    }
    return parameters;
  }

  static byte[] answer(Optional<Path> release, String[] path) throws IOException {
    Path directory = release.orElseThrow(() -> new Refusal(404, "no-release"));
    if (path.length == 5) {
      return Files.readAllBytes(directory.resolve(path[4]));
    }
    byte[] manifest = Files.readAllBytes(directory.resolve(ReleaseManifest.MANIFEST));
    ReleaseView view =
        new ReleaseView(
            JsonMapper.shared().readValue(manifest, ReleaseManifest.class),
            Digest.of(manifest).hex(),
            Files.readString(directory.resolve(ReleaseManifest.SIGNATURE)));
    return JsonMapper.shared().writeValueAsBytes(path.length == 2 ? List.of(view) : view);
  }

  static Digest digest(Path file) {
    try {
      return Digest.ofFile(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
