package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;

/**
 * The signed description of a release. Its exact bytes are {@code manifest.json}; the coordinator's
 * signature over them is {@code manifest.json.sig}.
 *
 * @param formatVersion 1
 * @param survivors participants whose data is in the last sum
 * @param missing participants of the cohort that were lost on the way; the degrees of those lost
 *     after the degree round remain in {@code item_degrees}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReleaseManifest(
    int formatVersion,
    String releaseId,
    String sessionId,
    Instant createdAt,
    String algorithm,
    String model,
    @ByAlgorithm AlgorithmParameters parameters,
    Catalogue catalogue,
    int cohortSize,
    List<String> survivors,
    List<SessionView.Missing> missing,
    int rounds,
    Privacy privacy,
    List<ReleaseFile> files) {
  /** File names inside a release. */
  public static final String MANIFEST = "manifest.json";

  public static final String SIGNATURE = "manifest.json.sig";
  public static final String DEGREES = "item-degrees.safetensors";
  public static final String GRAM = "gram.safetensors";
  public static final String FACTORS = "factors.safetensors";
  public static final String FILTER = "filter.safetensors";
  public static final String CATALOGUE = "catalogue.ndjson";

  public ReleaseManifest {
    survivors = List.copyOf(survivors);
    missing = List.copyOf(missing);
    files = List.copyOf(files);
  }

  /** The catalogue version that the indices refer to. */
  public record Catalogue(int version, int items, String sha256) {}

  /**
   * What was protected, and what not.
   *
   * @param threatModel {@code semi-honest} or {@code semi-malicious}
   * @param minSurvivors fewest contributions any opened sum could hold
   * @param differentialPrivacy {@code none} here: sums are exact
   */
  public record Privacy(
      String threatModel, int minSurvivors, String differentialPrivacy, String statement) {}

  /** One file of the release. */
  public record ReleaseFile(String name, long bytes, String sha256) {}
}
