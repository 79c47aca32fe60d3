package io.privirec.serving;

import io.privirec.wire.ReleaseManifest;
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

  /** Hex SHA-256 of the folded filter: the identity of what scores. */
  public String filterHash() {
    return manifest.files().stream()
        .filter(file -> file.name().equals(ReleaseManifest.FILTER))
        .findFirst()
        .orElseThrow()
        .sha256();
  }

  Path file(String name) {
    return directory.resolve(name);
  }

  @Override
  public String toString() {
    return "VerifiedRelease[" + manifest.releaseId() + "]";
  }
}
