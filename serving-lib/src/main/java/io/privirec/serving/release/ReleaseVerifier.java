package io.privirec.serving.release;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.serving.release.ReleaseVerificationException.Reason;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseManifest.ReleaseFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/// Verifies a release that lies in a directory.
public final class ReleaseVerifier {
  private ReleaseVerifier() {}

  /// Checks the signature over the exact bytes of the manifest, then size and SHA-256 of every file
  /// it lists that is there. Those that answers are made from must be; files that it does not list
  /// are not looked at.
  ///
  /// @param exact whether exact scores are wanted, of releases that have them
  /// @param coordinatorKey the pinned key that must have signed
  /// @throws ReleaseVerificationException with the reason, if any of that fails
  /// @throws IOException if the disk does
  public static VerifiedRelease verify(
      Path directory, PublicIdentityKey coordinatorKey, boolean exact)
      throws ReleaseVerificationException, IOException {
    byte[] manifestBytes = Files.readAllBytes(existing(directory, ReleaseManifest.MANIFEST));
    byte[] signature = Files.readAllBytes(existing(directory, ReleaseManifest.SIGNATURE));
    SignedManifest signed = SignedManifest.read(manifestBytes, signature, coordinatorKey);
    Set<String> needed = signed.served(exact);
    for (ReleaseFile listed : signed.manifest().files()) {
      if (needed.contains(listed.name()) || Files.exists(directory.resolve(listed.name()))) {
        verify(existing(directory, listed.name()), listed);
      }
    }
    return new VerifiedRelease(directory, signed, exact);
  }

  /// The same with the files of folded answers alone.
  public static VerifiedRelease verify(Path directory, PublicIdentityKey coordinatorKey)
      throws ReleaseVerificationException, IOException {
    return verify(directory, coordinatorKey, false);
  }

  private static void verify(Path file, ReleaseFile listed)
      throws ReleaseVerificationException, IOException {
    long bytes = Files.size(file);
    if (bytes != listed.bytes()) {
      throw new ReleaseVerificationException(
          Reason.WRONG_SIZE,
          "%s must have %s bytes. Found: %s".formatted(listed.name(), listed.bytes(), bytes));
    }
    if (!Digest.ofFile(file).hex().equals(listed.sha256())) {
      throw new ReleaseVerificationException(
          Reason.DIGEST_MISMATCH, listed.name() + " has another SHA-256 than the manifest says");
    }
  }

  private static Path existing(Path directory, String name) throws ReleaseVerificationException {
    Path file = directory.resolve(name);
    if (!Files.isRegularFile(file)) {
      throw new ReleaseVerificationException(Reason.FILE_MISSING, name + " is not there");
    }
    return file;
  }
}
