package io.privirec.serving;

import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseManifest.ReleaseFile;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which files of a release answers are made from; the factors only if wanted, P̃ never. */
final class ServedFiles {
  private static final Set<String> NAMES =
      Set.of(ReleaseManifest.FILTER, ReleaseManifest.DEGREES, ReleaseManifest.CATALOGUE);

  /** Those of releases from before the item degrees had a file of their own. */
  private static final Set<String> WITH_FACTORS =
      Set.of(ReleaseManifest.FILTER, ReleaseManifest.FACTORS, ReleaseManifest.CATALOGUE);

  /** Those of releases that say nothing but how popular items are. */
  private static final Set<String> OF_POPULARITY =
      Set.of(ReleaseManifest.DEGREES, ReleaseManifest.CATALOGUE);

  private static final String POPULARITY = "popularity";

  private ServedFiles() {}

  static boolean isPopularity(ReleaseManifest manifest) {
    return manifest.model().equals(POPULARITY);
  }

  /**
   * Those that must be there.
   *
   * @param also names of others, where the manifest lists them
   */
  static Set<String> names(ReleaseManifest manifest, Set<String> also) {
    Set<String> names = new HashSet<>(names(manifest));
    manifest.files().stream().map(ReleaseFile::name).filter(also::contains).forEach(names::add);
    return names;
  }

  static Set<String> names(ReleaseManifest manifest) {
    if (isPopularity(manifest)) {
      return OF_POPULARITY;
    }
    boolean ownDegrees =
        manifest.files().stream().anyMatch(file -> file.name().equals(ReleaseManifest.DEGREES));
    return ownDegrees || !listsFactors(manifest) ? NAMES : WITH_FACTORS;
  }

  static boolean listsFactors(ReleaseManifest manifest) {
    return manifest.files().stream().anyMatch(file -> file.name().equals(ReleaseManifest.FACTORS));
  }

  static List<ReleaseFile> of(ReleaseManifest manifest, Set<String> also) {
    Set<String> names = names(manifest, also);
    return manifest.files().stream().filter(file -> names.contains(file.name())).toList();
  }

  /** The file with the item degrees. */
  static String degrees(ReleaseManifest manifest) {
    return names(manifest).contains(ReleaseManifest.DEGREES)
        ? ReleaseManifest.DEGREES
        : ReleaseManifest.FACTORS;
  }
}
