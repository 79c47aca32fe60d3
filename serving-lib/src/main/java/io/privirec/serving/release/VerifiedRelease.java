package io.privirec.serving.release;

import io.privirec.serving.scoring.ReleasedModel;
import io.privirec.serving.scoring.ScoringListener;
import io.privirec.wire.ClaimView;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseManifest.ReleaseFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;

/// A release directory whose every byte is what the coordinator signed, at the time of the check.
/// Only [ReleaseVerifier] makes one.
public final class VerifiedRelease {
  /// By what answers are worth: of popularity alone first, then those from histories; by age.
  public static final Comparator<VerifiedRelease> BY_WORTH =
      Comparator.comparing((VerifiedRelease release) -> release.signed.kind().readsHistories())
          .thenComparing(release -> release.manifest().createdAt())
          .thenComparing(release -> release.manifest().releaseId());

  private final Path directory;
  private final SignedManifest signed;
  private final boolean exact;

  VerifiedRelease(Path directory, SignedManifest signed, boolean exact) {
    this.directory = directory;
    this.signed = signed;
    this.exact = exact;
  }

  /// The same after it was moved.
  VerifiedRelease at(Path home) {
    return new VerifiedRelease(home, signed, exact);
  }

  public Path directory() {
    return directory;
  }

  public ReleaseManifest manifest() {
    return signed.manifest();
  }

  /// Returns the claim of privacy with its ε, computed here; empty if sums have no noise.
  public Optional<ClaimView> claim() {
    return signed.claim().map(ManifestClaim::view);
  }

  /// Hex SHA-256 of the file that scores, the folded filter or, of popularity, the item degrees.
  public String filterHash() {
    return model().sha256();
  }

  /// Bytes of the file that scores.
  public long filterBytes() {
    return model().bytes();
  }

  /// Whether it may take the place of the release in use without anybody asking for it: popular
  /// items for everybody do not end answers from histories, and whoever sits on the connection
  /// cannot go back to an old release.
  public boolean maySucceed(VerifiedRelease inUse) {
    return BY_WORTH.compare(this, inUse) > 0;
  }

  /// Returns whether the release scores by histories, and not by popularity alone.
  public boolean readsHistories() {
    return signed.kind().readsHistories();
  }

  /// Requires that this process has the memory for it.
  ///
  /// @throws NoMemoryException if it has not, with the numbers
  public void requireMemory() throws NoMemoryException {
    ModelMemory.require(manifest().releaseId(), ModelMemory.needed(signed, exact));
  }

  /// Opens the model.
  ///
  /// @param batches told how many exact requests are scored together
  public ReleasedModel open(ScoringListener batches) throws IOException {
    Path exactFile = signed.exactFile(exact).map(directory::resolve).orElse(null);
    return signed.kind().opener().open(file(signed.kind().file()), exactFile, batches);
  }

  /// The file with the item degrees.
  public Path degrees() {
    return file(signed.degreesFile());
  }

  private ReleaseFile model() {
    return signed.file(signed.kind().file()).orElseThrow();
  }

  public Path file(String name) {
    return directory.resolve(name);
  }

  @Override
  public String toString() {
    return "VerifiedRelease[" + manifest().releaseId() + "]";
  }
}
