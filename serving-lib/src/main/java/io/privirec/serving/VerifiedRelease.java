package io.privirec.serving;

import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseManifest.ReleaseFile;
import java.nio.file.Path;

/**
 * A release directory whose every byte is what the coordinator signed, at the time of the check.
 * Only {@link ReleaseDirectory} makes one.
 */
public final class VerifiedRelease {
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

  /** Whether it has item degrees and nothing to score a history with. */
  boolean isPopularity() {
    return ServedFiles.isPopularity(manifest);
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
