package io.privirec.serving;

import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.serving.ReleaseVerificationException.Reason;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseManifest.ReleaseFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;

/**
 * A release directory whose every byte is what the coordinator signed, at the time of the check.
 * Only {@link ReleaseDirectory} makes one.
 */
public final class VerifiedRelease {
  /** By what answers are worth: of popularity alone first, then those from histories; by age. */
  public static final Comparator<VerifiedRelease> BY_WORTH =
      Comparator.comparing((VerifiedRelease release) -> !release.isPopularity())
          .thenComparing(release -> release.manifest().createdAt())
          .thenComparing(release -> release.manifest().releaseId());

  private final Path directory;
  private final ReleaseManifest manifest;

  VerifiedRelease(Path directory, ReleaseManifest manifest) {
    this.directory = directory;
    this.manifest = manifest;
  }

  public Path directory() {
    return directory;
  }

  public ReleaseManifest manifest() {
    return manifest;
  }

  /** Hex SHA-256 of the file that scores, the folded filter or, of popularity, the item degrees. */
  public String filterHash() {
    return scoring().sha256();
  }

  /** Bytes of the file that scores. */
  public long filterBytes() {
    return scoring().bytes();
  }

  /**
   * Whether it may take the place of the release in use without anybody asking for it: popular
   * items for everybody do not end answers from histories, and whoever sits on the connection
   * cannot go back to an old release.
   */
  public boolean maySucceed(VerifiedRelease inUse) {
    return BY_WORTH.compare(this, inUse) > 0;
  }

  /** Whether it has item degrees and nothing to score a history with. */
  boolean isPopularity() {
    return ServedFiles.isPopularity(manifest);
  }

  /**
   * The filter before it was folded, where the factors are here.
   *
   * @throws ReleaseVerificationException if they are not those of the catalogue
   */
  Optional<FactorFilter> factored(ExactForm form) throws IOException, ReleaseVerificationException {
    Path file = file(ReleaseManifest.FACTORS);
    if (!ServedFiles.listsFactors(manifest) || Files.notExists(file)) {
      return Optional.empty();
    }
    SpectralFactors factors = FactorsFile.read(file);
    if (factors.items() != manifest.catalogue().items()) {
      throw new ReleaseVerificationException(
          Reason.INCONSISTENT,
          "items must be %d everywhere. Found: factors %d"
              .formatted(manifest.catalogue().items(), factors.items()));
    }
    return form.of(manifest, factors);
  }

  private ReleaseFile scoring() {
    String name = isPopularity() ? ServedFiles.degrees(manifest) : ReleaseManifest.FILTER;
    return manifest.files().stream()
        .filter(file -> file.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  Path file(String name) {
    return directory.resolve(name);
  }

  @Override
  public String toString() {
    return "VerifiedRelease[" + manifest.releaseId() + "]";
  }
}
