package io.privirec.serving.release;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.privacy.PrivacyClaim;
import io.privirec.serving.release.ReleaseVerificationException.Reason;
import io.privirec.serving.scoring.ReleasedModel;
import io.privirec.wire.Protection;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseManifest.ReleaseFile;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// `manifest.json`, of which nothing is looked at before its signature is verified: the release's
/// kind of model is known here, and the files that answers are made from are listed.
///
/// @param claim of privacy; empty where sums are exact
record SignedManifest(
    ReleaseManifest manifest, ReleasedModel.Kind kind, Optional<PrivacyClaim> claim) {
  private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

  static SignedManifest read(byte[] manifest, byte[] signature, PublicIdentityKey coordinatorKey)
      throws ReleaseVerificationException {
    if (!coordinatorKey.verify(SignatureDomain.RELEASE, manifest, decode(signature))) {
      throw new ReleaseVerificationException(
          Reason.BAD_SIGNATURE,
          ReleaseManifest.SIGNATURE
              + " is not by the coordinator key "
              + coordinatorKey.base64Url());
    }
    try {
      return checked(JsonMapper.shared().readValue(manifest, ReleaseManifest.class));
    } catch (JacksonException e) {
      throw new ReleaseVerificationException(
          Reason.MALFORMED_MANIFEST, ReleaseManifest.MANIFEST + " cannot be read", e);
    }
  }

  /// Whether a name from outside may become that of a file or directory.
  static boolean isPlainName(String name) {
    return PLAIN_NAME.matcher(name).matches();
  }

  /// Names of the files that answers are made from: the model, the item degrees, the catalogue.
  ///
  /// @param exact whether exact scores are wanted, of releases that have them
  Set<String> served(boolean exact) {
    Set<String> names =
        new HashSet<>(List.of(kind.file(), degreesFile(), ReleaseManifest.CATALOGUE));
    exactFile(exact).ifPresent(names::add);
    return names;
  }

  /// The file of exact scores, where they are wanted and the release has them.
  Optional<String> exactFile(boolean exact) {
    return Optional.ofNullable(kind.exactFile()).filter(name -> exact && file(name).isPresent());
  }

  /// The file with the item degrees, which had none of their own once.
  String degreesFile() {
    return file(ReleaseManifest.DEGREES).isEmpty() && file(ReleaseManifest.FACTORS).isPresent()
        ? ReleaseManifest.FACTORS
        : ReleaseManifest.DEGREES;
  }

  Optional<ReleaseFile> file(String name) {
    return manifest.files().stream().filter(file -> file.name().equals(name)).findFirst();
  }

  private static SignedManifest checked(ReleaseManifest manifest)
      throws ReleaseVerificationException {
    int version = manifest.formatVersion();
    if (version < 1 || version > ReleaseManifest.FORMAT_VERSION) {
      throw new ReleaseVerificationException(
          Reason.UNSUPPORTED_FORMAT,
          "formatVersion must be in [1, %s]. Provided: %s"
              .formatted(ReleaseManifest.FORMAT_VERSION, version));
    }
    Set<String> names =
        manifest.files().stream().map(ReleaseFile::name).collect(Collectors.toUnmodifiableSet());
    boolean plain =
        isPlainName(manifest.releaseId()) && names.stream().allMatch(SignedManifest::isPlainName);
    if (!plain || names.size() != manifest.files().size()) {
      throw new ReleaseVerificationException(
          Reason.MALFORMED_MANIFEST, "names of release and files must be plain and unique");
    }
    String kind = manifest.model().kind();
    SignedManifest signed =
        new SignedManifest(
            manifest,
            ReleasedModel.kind(kind)
                .orElseThrow(() ->
                    new ReleaseVerificationException(
                        Reason.UNSUPPORTED_FORMAT,
                        "model.kind is not known to this version of the software: " + kind)),
            ManifestClaim.read(manifest.privacy()));
    signed.requireProtection();
    for (String name : signed.served(false)) {
      if (!names.contains(name)) {
        throw new ReleaseVerificationException(Reason.FILE_MISSING, name + " is not listed");
      }
    }
    FileSizes.requirePossible(manifest);
    return signed;
  }

  /// Rejects a word that the claim does not support. A claim that does not compute was rejected
  /// before.
  private void requireProtection() throws ReleaseVerificationException {
    Protection supported = claim.isPresent() ? Protection.PRIVATE : Protection.NO_NOISE;
    if (manifest.protection() != supported) {
      throw new ReleaseVerificationException(
          Reason.PROTECTION_CONTRADICTED,
          "the manifest states protection %s and %s: its claim supports %s only"
              .formatted(
                  manifest.protection().label(),
                  claim.isPresent() ? "claims noise" : "has no claim of noise",
                  supported.label()));
    }
  }

  private static byte[] decode(byte[] base64) throws ReleaseVerificationException {
    try {
      return Base64.getDecoder().decode(new String(base64, StandardCharsets.US_ASCII).strip());
    } catch (IllegalArgumentException e) {
      throw new ReleaseVerificationException(
          Reason.BAD_SIGNATURE, ReleaseManifest.SIGNATURE + " is not base64", e);
    }
  }
}
