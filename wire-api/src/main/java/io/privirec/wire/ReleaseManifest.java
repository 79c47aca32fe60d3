package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The signed description of a release. Its exact bytes are `manifest.json`; the coordinator's
/// signature over them is `manifest.json.sig`.
///
/// @param formatVersion 5; readers accept 4, which does not state `protection`, 3, which has no
///   claims, and 2 and 1, which have the model's name only
/// @param model how the release is scored
/// @param parameters of the algorithm, as its session settled them: a record of how the release was
///   made, which nobody needs to serve it. Versions of before named them otherwise
/// @param participants whose data is in the sums; absent in format version 1
/// @param rosterVersion that names the cells; absent where rounds were tolerant, and in format
///   version 1
/// @param cells numbers of the cells whose members these are; empty likewise
/// @param cellsLeftOut that the session began with and went on without
/// @param smallestAtom holders of the smallest group that stood in the same cells: what sums over
///   whole cells can ever tell apart; absent likewise
/// @param survivors whose data is in the last sum; in format version 1 only
/// @param protection the kind of the release; if the manifest states none, the constructor derives
///   it from the claim
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReleaseManifest(
    int formatVersion,
    String releaseId,
    String sessionId,
    Instant createdAt,
    String algorithm,
    Model model,
    Map<String, @Nullable Object> parameters,
    Catalogue catalogue,
    @Nullable Integer participants,
    @Nullable Integer rosterVersion,
    List<Integer> cells,
    List<Integer> cellsLeftOut,
    @Nullable Integer smallestAtom,
    @Nullable List<String> survivors,
    int rounds,
    Protection protection,
    Privacy privacy,
    List<ReleaseFile> files) {
  /// What is written now.
  public static final int FORMAT_VERSION = 5;

  /// File names inside a release.
  public static final String MANIFEST = "manifest.json";

  public static final String SIGNATURE = "manifest.json.sig";
  public static final String DEGREES = "item-degrees.safetensors";
  public static final String GRAM = "gram.safetensors";
  public static final String FACTORS = "factors.safetensors";
  public static final String FILTER = "filter.safetensors";
  public static final String FACTORED_FILTER = "factored-filter.safetensors";
  public static final String CATALOGUE = "catalogue.ndjson";

  public ReleaseManifest {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    cells = List.copyOf(Objects.requireNonNullElse(cells, List.of()));
    cellsLeftOut = List.copyOf(Objects.requireNonNullElse(cellsLeftOut, List.of()));
    survivors = survivors == null ? null : List.copyOf(survivors);
    protection = Objects.requireNonNullElseGet(protection, privacy::protection);
    files = List.copyOf(files);
  }

  /// Of how many participants there is data in the sums, whatever the format version.
  public int contributors() {
    if (participants != null) {
      return participants;
    }
    return survivors == null ? 0 : survivors.size();
  }

  /// How the release is scored, and what was made into that.
  ///
  /// @param kind decides which files answers are made from: `popularity`, `folded-filter`
  /// @param name of the recommender: `gf-cf`, `turbo-cf`, …
  /// @param instead why the session published popular items and no model of its algorithm; absent
  ///   otherwise
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Model(String kind, String name, @Nullable String instead) {
    @JsonCreator
    public Model {}

    /// A model of the session's algorithm.
    public Model(String kind, String name) {
      this(kind, name, null);
    }

    /// A model of format versions 1 and 2, which had no other kinds and did not name them. To be
    /// removed with these versions: nothing else looks at the name.
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Model ofName(String name) {
      return new Model(name.equals("popularity") ? name : "folded-filter", name);
    }
  }

  /// The catalogue version that the indices refer to.
  public record Catalogue(int version, int items, String sha256) {}

  /// What was protected, and what not.
  ///
  /// @param threatModel `semi-honest` or `semi-malicious`
  /// @param differentialPrivacy what noise protects, `user-level`; `none`: sums are exact
  /// @param claim exactly where there is noise; absent before format version 4
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Privacy(
      String threatModel, String differentialPrivacy, String statement, @Nullable Claim claim) {
    /// Derives the kind of the release: `private` exactly if there is a claim.
    Protection protection() {
      return claim == null ? Protection.NO_NOISE : Protection.PRIVATE;
    }
  }

  /// What is claimed of the noise. ε is not in it: whoever shows the claim computes it from the
  /// releases.
  ///
  /// @param unit what is protected: `user`
  /// @param adjacency which data sets are neighbours: `add-or-remove`
  /// @param view who looks: `coordinator`
  /// @param conversion from divergences to ε: `cks`
  /// @param colluders how many participants may tell their noise, or leave it out
  /// @param dropouts how many may be missing from a sum
  /// @param releases every sum that was opened, or may have been, each as `./privirec privacy
  ///   account` takes it
  public record Claim(
      String unit,
      String adjacency,
      String view,
      double delta,
      String conversion,
      int colluders,
      int dropouts,
      List<String> releases) {
    public Claim {
      releases = List.copyOf(releases);
    }
  }

  /// One file of the release.
  public record ReleaseFile(String name, long bytes, String sha256) {}
}
