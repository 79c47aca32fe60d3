package io.privirec.serving;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.filter.factor.LeastSquares;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.safetensors.SafetensorsWriter;
import io.privirec.filter.safetensors.TensorSpec;
import io.privirec.filter.safetensors.TensorType;
import io.privirec.serving.ranking.Recommender;
import io.privirec.serving.release.ReleaseSigner;
import io.privirec.serving.release.ReleaseVerificationException;
import io.privirec.serving.release.ReleaseVerifier;
import io.privirec.wire.Protection;
import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A release of eight items a..h with scores that can be followed by hand:
///
/// <pre>
/// a: b .5, c .25    b: a .5, c .5    c: a .25, b .5, d .125    d: c .125    f: g 1    g: f 1    h: e -.5
/// popular: b 9, h 9, d 7, e 7, a 5, g 3, f 2, c 1
/// </pre>
public final class TestRelease {
  public static final IdentityKeyPair COORDINATOR =
      IdentityKeyPair.fromSeed(SecretBytes.copyOf(new byte[32]));
  public static final Instant CREATED = Instant.parse("2026-01-02T03:04:05Z");

  /// Sums without noise.
  public static final ReleaseManifest.Privacy NO_NOISE =
      new ReleaseManifest.Privacy("semi-malicious", "none", "sums are exact", null);

  /// A claim of noise that computes.
  public static final ReleaseManifest.Privacy NOISE =
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

  private static final int[][] COLUMNS = {{1, 2}, {0, 2}, {0, 1, 3}, {2}, {}, {6}, {5}, {4}};
  private static final float[][] VALUES = {
    {.5f, .25f}, {.5f, .5f}, {.25f, .5f, .125f}, {.125f}, {}, {1}, {1}, {-.5f}
  };
  private static final long[] DEGREES = {5, 9, 1, 7, 7, 2, 3, 9};

  private TestRelease() {}

  public static Path write(Path parent, String releaseId) throws IOException {
    return write(parent, releaseId, CREATED);
  }

  public static Path write(Path parent, String releaseId, Instant created) throws IOException {
    List<String> ids = "abcdefgh".chars().mapToObj(Character::toString).toList();
    return write(parent, releaseId, created, ids, COLUMNS, VALUES, DEGREES);
  }

  /// So many items, called by their number, each of which recommends the five after it.
  public static Path writeWide(Path parent, String releaseId, int items) throws IOException {
    int[][] columns = new int[items][];
    float[][] values = new float[items][];
    for (int item = 0; item < items; item++) {
      columns[item] = IntStream.range(item + 1, Math.min(items, item + 6)).toArray();
      values[item] = new float[columns[item].length];
      Arrays.fill(values[item], .5f);
    }
    List<String> ids = IntStream.range(0, items).mapToObj(Integer::toString).toList();
    long[] degrees = IntStream.range(0, items).mapToLong(item -> items - item).toArray();
    return write(parent, releaseId, CREATED, ids, columns, values, degrees);
  }

  private static Path write(
      Path parent,
      String releaseId,
      Instant created,
      List<String> ids,
      int[][] columns,
      float[][] values,
      long[] degrees)
      throws IOException {
    Path directory = Files.createDirectories(parent.resolve(releaseId));
    writeFilter(directory.resolve(ReleaseManifest.FILTER), columns, values);
    ItemDegreesFile.write(directory.resolve(ReleaseManifest.DEGREES), degrees);
    // Nothing that answers are made from.
    Files.writeString(directory.resolve(ReleaseManifest.FACTORS), "factors");
    Path catalogue = directory.resolve(ReleaseManifest.CATALOGUE);
    StringBuilder lines = new StringBuilder();
    for (String id : ids) {
      lines.append("{\"id\":\"%s\",\"title\":\"Title %s\"}\n".formatted(id, id));
    }
    Files.writeString(catalogue, lines);
    ReleaseSigner.sign(
        directory,
        manifest(releaseId, created, ids.size(), Digest.ofFile(catalogue).hex()),
        COORDINATOR);
    return directory;
  }

  /// Verifies and opens a release.
  public static Recommender open(Path release) throws IOException, ReleaseVerificationException {
    return Recommender.open(ReleaseVerifier.verify(release, COORDINATOR.publicKey()));
  }

  /// A release of item degrees alone: there is no filter.
  public static Path writePopularity(Path parent, String releaseId) throws IOException {
    Path directory = write(parent, releaseId);
    return sign(directory, new ReleaseManifest.Model("popularity", "popularity"));
  }

  /// A release of vectors: a (1, 0), b (3, 4), c (0, 2), d (4, 3), f (-1, 0), g (5, 12), h (12, 5);
  /// e has none.
  public static Path writeFactors(Path parent, String releaseId) throws IOException {
    Path directory = write(parent, releaseId);
    float[] vectors = {1, 0, 3, 4, 0, 2, 4, 3, 0, 0, -1, 0, 5, 12, 12, 5};
    ItemFactorsFile.write(
        directory.resolve(ItemFactorsFile.NAME),
        new ItemFactors(
            new LeastSquares.Explicit(2, .1, 1, 5), 3.5, DenseMatrix.of(8, 2, vectors)));
    return sign(directory, new ReleaseManifest.Model(ItemFactors.KIND, "als"));
  }

  /// Signs it anew without a filter.
  private static Path sign(Path directory, ReleaseManifest.Model model) throws IOException {
    Files.delete(directory.resolve(ReleaseManifest.FILTER));
    Files.delete(directory.resolve(ReleaseManifest.FACTORS));
    ReleaseSigner.sign(
        directory,
        manifest(
            directory.getFileName().toString(),
            CREATED,
            model,
            Map.of(),
            DEGREES.length,
            Digest.ofFile(directory.resolve(ReleaseManifest.CATALOGUE)).hex()),
        COORDINATOR);
    return directory;
  }

  /// Signs the release of a directory again. Its manifest then claims another size of a file, and
  /// lists the file if it did not before.
  public static void claim(Path release, String name, long bytes) throws IOException {
    Path file = release.resolve(ReleaseManifest.MANIFEST);
    ObjectNode manifest = (ObjectNode) JsonMapper.shared().readTree(Files.readAllBytes(file));
    ArrayNode files = (ArrayNode) manifest.get("files");
    files.removeIf(listed -> listed.get("name").asString().equals(name));
    files.addObject().put("name", name).put("bytes", bytes).put("sha256", "00".repeat(32));
    byte[] signed = JsonMapper.shared().writeValueAsBytes(manifest);
    Files.write(file, signed);
    Files.writeString(
        release.resolve(ReleaseManifest.SIGNATURE),
        Base64.getEncoder().encodeToString(COORDINATOR.sign(SignatureDomain.RELEASE, signed)));
  }

  public static ReleaseManifest manifest(
      String releaseId, Instant created, String catalogueSha256) {
    return manifest(releaseId, created, DEGREES.length, catalogueSha256);
  }

  /// Writes a release with a claim of noise.
  public static Path writePrivate(Path parent, String releaseId) throws IOException {
    Path directory = write(parent, releaseId);
    ReleaseSigner.sign(
        directory,
        manifest(
            releaseId,
            CREATED,
            new ReleaseManifest.Model("folded-filter", "gf-cf"),
            Map.of(),
            DEGREES.length,
            Digest.ofFile(directory.resolve(ReleaseManifest.CATALOGUE)).hex(),
            NOISE),
        COORDINATOR);
    return directory;
  }

  private static ReleaseManifest manifest(
      String releaseId, Instant created, int items, String catalogueSha256) {
    return manifest(
        releaseId,
        created,
        new ReleaseManifest.Model("folded-filter", "gf-cf"),
        Map.of("model", Map.of("type", "gf-cf", "gamma", 0.3)),
        items,
        catalogueSha256);
  }

  public static ReleaseManifest manifest(
      String releaseId,
      Instant created,
      ReleaseManifest.Model model,
      Map<String, Object> parameters,
      int items,
      String catalogueSha256) {
    return manifest(releaseId, created, model, parameters, items, catalogueSha256, NO_NOISE);
  }

  /// The manifest of a release with these words on its privacy.
  public static ReleaseManifest manifest(
      String releaseId,
      Instant created,
      ReleaseManifest.Model model,
      Map<String, Object> parameters,
      int items,
      String catalogueSha256,
      ReleaseManifest.Privacy privacy) {
    return new ReleaseManifest(
        ReleaseManifest.FORMAT_VERSION,
        releaseId,
        "session-1",
        created,
        "privirec-k",
        model,
        parameters,
        new ReleaseManifest.Catalogue(1, items, catalogueSha256),
        3,
        7,
        List.of(2),
        List.of(),
        3,
        null,
        3,
        privacy.claim() == null ? Protection.NO_NOISE : Protection.PRIVATE,
        privacy,
        List.of());
  }

  private static void writeFilter(Path file, int[][] rows, float[][] entries) throws IOException {
    long[] offsets = new long[rows.length + 1];
    for (int row = 0; row < rows.length; row++) {
      offsets[row + 1] = offsets[row] + rows[row].length;
    }
    short[] columns = new short[(int) offsets[rows.length]];
    short[] values = new short[columns.length];
    int next = 0;
    for (int row = 0; row < rows.length; row++) {
      for (int n = 0; n < rows[row].length; n++) {
        columns[next] = (short) rows[row][n];
        values[next++] = Float.floatToFloat16(entries[row][n]);
      }
    }
    List<TensorSpec> tensors =
        List.of(
            TensorSpec.of("row_offsets", TensorType.I64, offsets.length),
            TensorSpec.of("columns", TensorType.U16, columns.length),
            TensorSpec.of("values", TensorType.F16, values.length));
    try (SafetensorsWriter writer = SafetensorsWriter.create(file, tensors, Map.of())) {
      writer.writeI64("row_offsets", offsets);
      writer.writeShorts("columns", columns);
      writer.writeShorts("values", values);
    }
  }
}
