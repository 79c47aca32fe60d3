package io.privirec.serving.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.sampling.Variance;
import io.privirec.serving.TestRelease;
import io.privirec.serving.ranking.Recommender;
import io.privirec.serving.release.ReleaseVerificationException.Reason;
import io.privirec.wire.ClaimView;
import io.privirec.wire.Protection;
import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ReleaseVerifierTest {
  private static final String RELEASE =
      "distributed_discrete_gaussian:n=9,variance=400,l2=4.0,l1=16.0,dim=100,colluders=2,dropouts=1";
  private static final PublicIdentityKey KEY = TestRelease.COORDINATOR.publicKey();

  @TempDir Path parent;
  private Path release;

  @BeforeEach
  void write() throws IOException {
    release = TestRelease.write(parent, "r-1");
  }

  @Test
  void release_asSigned_isVerified() throws Exception {
    VerifiedRelease verified = ReleaseVerifier.verify(release, KEY);
    assertThat(verified.manifest().releaseId()).isEqualTo("r-1");
    assertThat(verified.manifest().createdAt()).isEqualTo(TestRelease.CREATED);
    assertThat(verified.manifest().files()).hasSize(4);
  }

  @Test
  void release_ofAnotherCoordinator_isRefused() {
    byte[] seed = new byte[32];
    Arrays.fill(seed, (byte) 9);
    PublicIdentityKey other = IdentityKeyPair.fromSeed(SecretBytes.copyOf(seed)).publicKey();
    assertThatThrownBy(() -> ReleaseVerifier.verify(release, other))
        .isInstanceOfSatisfying(
            ReleaseVerificationException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.BAD_SIGNATURE));
  }

  @Test
  void manifest_withOneChangedByte_isRefused() throws IOException {
    Path manifest = release.resolve(ReleaseManifest.MANIFEST);
    Files.writeString(
        manifest, Files.readString(manifest).replace("semi-malicious", "semi-maliciouS"));
    assertRefused(Reason.BAD_SIGNATURE);
  }

  @Test
  void signature_thatIsNoBase64_isRefused() throws IOException {
    Files.writeString(release.resolve(ReleaseManifest.SIGNATURE), "?");
    assertRefused(Reason.BAD_SIGNATURE);
  }

  @Test
  void file_withOneChangedByte_isRefused() throws IOException {
    Path filter = release.resolve(ReleaseManifest.FILTER);
    byte[] bytes = Files.readAllBytes(filter);
    bytes[bytes.length - 1] ^= 1;
    Files.write(filter, bytes);
    assertRefused(Reason.DIGEST_MISMATCH);
  }

  @Test
  void file_ofAnotherSize_isRefused() throws IOException {
    Files.writeString(release.resolve(ReleaseManifest.CATALOGUE), "{\"id\":\"a\"}\n");
    assertRefused(Reason.WRONG_SIZE);
  }

  @Test
  void file_thatIsMissing_isNamed() throws IOException {
    Files.delete(release.resolve(ReleaseManifest.DEGREES));
    assertRefused(Reason.FILE_MISSING);
    Files.delete(release.resolve(ReleaseManifest.MANIFEST));
    assertRefused(Reason.FILE_MISSING);
  }

  @Test
  void file_thatNoAnswerIsMadeFrom_mayBeMissingButNotBeAnother() throws Exception {
    Path factors = release.resolve(ReleaseManifest.FACTORS);
    Files.writeString(factors, "FACTORS");
    assertRefused(Reason.DIGEST_MISMATCH);
    Files.delete(factors);
    assertThat(ReleaseVerifier.verify(release, TestRelease.COORDINATOR.publicKey()).manifest())
        .isNotNull();
  }

  /// Item degrees lay beside the factors once.
  @Test
  void release_withItemDegreesAmongItsFactors_isOpened() throws Exception {
    Files.move(
        release.resolve(ReleaseManifest.DEGREES),
        release.resolve(ReleaseManifest.FACTORS),
        StandardCopyOption.REPLACE_EXISTING);
    ReleaseSigner.sign(
        release,
        TestRelease.manifest(
            "r-1",
            TestRelease.CREATED,
            Digest.ofFile(release.resolve(ReleaseManifest.CATALOGUE)).hex()),
        TestRelease.COORDINATOR);
    VerifiedRelease verified = ReleaseVerifier.verify(release, TestRelease.COORDINATOR.publicKey());
    try (Recommender recommender = Recommender.open(verified)) {
      assertThat(recommender.items()).isEqualTo(8);
    }
    Files.delete(release.resolve(ReleaseManifest.FACTORS));
    assertRefused(Reason.FILE_MISSING);
  }

  /// As services wrote it before there were cells.
  @Test
  void manifest_ofTheFirstFormat_isRead() throws Exception {
    ObjectNode manifest = manifest();
    for (String later :
        new String[] {"participants", "rosterVersion", "cells", "cellsLeftOut", "smallestAtom"}) {
      assertThat(manifest.remove(later)).as(later).isNotNull();
    }
    manifest.put("formatVersion", 1).put("model", "gf-cf").put("cohortSize", 4);
    manifest.putArray("survivors").add("a").add("b").add("c");
    manifest
        .putArray("missing")
        .addObject()
        .put("participant", "d")
        .put("roundIndex", 0)
        .put("attempt", 1)
        .put("phase", "MASKED_INPUT");
    ((ObjectNode) manifest.get("privacy")).put("minSurvivors", 3);
    sign(manifest);

    VerifiedRelease verified = ReleaseVerifier.verify(release, KEY);

    assertThat(verified.manifest().contributors()).isEqualTo(3);
    assertThat(verified.manifest().cells()).isEmpty();
    assertThat(verified.manifest().smallestAtom()).isNull();
    assertThat(verified.manifest().model())
        .isEqualTo(new ReleaseManifest.Model("folded-filter", "gf-cf"));
    try (Recommender recommender = Recommender.open(verified)) {
      assertThat(recommender.items()).isEqualTo(8);
    }
  }

  /// The second format named the model, and its name told the kind.
  @Test
  void manifest_ofTheSecondFormat_hasTheKindOfItsModel() throws Exception {
    for (String[] kindOfName :
        new String[][] {{"popularity", "popularity"}, {"folded-filter", "turbo-cf"}}) {
      sign(manifest().put("formatVersion", 2).put("model", kindOfName[1]));
      assertThat(ReleaseVerifier.verify(release, KEY).manifest().model())
          .isEqualTo(new ReleaseManifest.Model(kindOfName[0], kindOfName[1]));
    }
  }

  @Test
  void manifest_ofALaterFormat_isRefused() throws IOException {
    sign(manifest().put("formatVersion", 6));
    assertRefused(Reason.UNSUPPORTED_FORMAT);
  }

  @Test
  void manifest_ofAnUnknownKind_isRefusedByItsName() throws IOException {
    ObjectNode manifest = manifest();
    ((ObjectNode) manifest.get("model")).put("kind", "crystal-ball");
    sign(manifest);
    assertThatThrownBy(() -> ReleaseVerifier.verify(release, KEY))
        .hasMessageContaining("unsupported-format")
        .hasMessageContaining("crystal-ball");
  }

  @Test
  void claim_ofNoise_isComputedHere() throws Exception {
    sign(claiming("user-level", claim(RELEASE + ",steps=2")));

    ClaimView claim = ReleaseVerifier.verify(release, KEY).claim().orElseThrow();

    double expected =
        Composition.of(
                new DistributedDiscreteGaussian(
                    new IntegerSensitivity(4, 16), 100, Variance.of(400), new NoiseShares(9, 2, 1)),
                2)
            .epsilon(1e-6, Conversion.CKS)
            .epsilon();
    assertThat(claim.epsilon()).isEqualTo(expected);
    assertThat(claim.epsilonTwoHolders()).isGreaterThan(expected);
    assertThat(claim.epsilonThreeHolders()).isGreaterThan(claim.epsilonTwoHolders());
    assertThat(claim.delta()).isEqualTo(1e-6);
    assertThat(claim.unit()).isEqualTo("user");
    assertThat(claim.inWords()).anyMatch(line -> line.startsWith("epsilon = "));
    try (Recommender recommender = Recommender.open(ReleaseVerifier.verify(release, KEY))) {
      ShownClaim shown = ShownClaim.holding(claim, "holds");
      assertThat(recommender.view(true, false, null, shown).claim()).isEqualTo(claim);
    }
  }

  @Test
  void claim_thatIsNone_isRefusedByName() throws IOException {
    refusesClaim("user-level", claim("distributed_discrete_gaussian:n=9"), "needs");
    refusesClaim("user-level", claim("crystal_ball:n=9"), "crystal_ball");
    refusesClaim("user-level", claim("gaussian:noise_multiplier=9"), "draws this noise");
    refusesClaim("user-level", claim(RELEASE.replace("=400", "=15")), "at least 16");
    refusesClaim("user-level", claim(RELEASE.replace("colluders=2", "colluders=8")), "nobody");
    refusesClaim("user-level", claim(RELEASE).put("delta", 1), "delta must be in");
    refusesClaim("user-level", claim(RELEASE).put("unit", "shop"), "unit must be one of");
    refusesClaim("user-level", claim(RELEASE).put("colluders", 3), "2 colluders and 1 dropouts");
    refusesClaim("participant-level", claim(RELEASE), "user-level, and not participant-level");
    refusesClaim("user-level", null, "there is no claim");
    refusesClaim("none", claim(RELEASE), "user-level, and not none");
  }

  /// A coordinator that lies: the word is worth as much as the claim beside it.
  @Test
  void protection_thatTheClaimDoesNotSupport_isRefusedByName() throws IOException {
    for (int version = 1; version <= ReleaseManifest.FORMAT_VERSION; version++) {
      sign(manifest().put("formatVersion", version).put("protection", "private"));
      assertRefused(Reason.PROTECTION_CONTRADICTED);
    }
    sign(claiming("user-level", claim(RELEASE)).put("protection", "no-noise"));
    assertRefused(Reason.PROTECTION_CONTRADICTED);
    sign(claiming("user-level", claim("crystal_ball:n=9")));
    assertRefused(Reason.UNSUPPORTED_CLAIM);
    sign(claiming("user-level", claim(RELEASE)).put("protection", "perfect"));
    assertRefused(Reason.MALFORMED_MANIFEST);
  }

  @Test
  void protection_thatNoManifestStated_isPrivateExactlyWithAClaim() throws Exception {
    for (int version = 1; version <= ReleaseManifest.FORMAT_VERSION; version++) {
      ObjectNode exact = manifest().put("formatVersion", version);
      exact.remove("protection");
      sign(exact);
      assertThat(ReleaseVerifier.verify(release, KEY).manifest().protection())
          .isEqualTo(Protection.NO_NOISE);
    }
    ObjectNode noisy = claiming("user-level", claim(RELEASE)).put("formatVersion", 4);
    noisy.remove("protection");
    sign(noisy);
    assertThat(ReleaseVerifier.verify(release, KEY).manifest().protection())
        .isEqualTo(Protection.PRIVATE);
  }

  private void refusesClaim(String level, @Nullable ObjectNode claim, String words)
      throws IOException {
    sign(claiming(level, claim));
    assertThatThrownBy(() -> ReleaseVerifier.verify(release, KEY))
        .isInstanceOf(ReleaseVerificationException.class)
        .hasMessageContaining("unsupported-claim")
        .hasMessageContaining(words);
  }

  private ObjectNode claiming(String level, @Nullable ObjectNode claim) throws IOException {
    ObjectNode manifest = manifest();
    ObjectNode privacy = (ObjectNode) manifest.get("privacy");
    privacy.put("differentialPrivacy", level);
    manifest.put("protection", claim == null ? "no-noise" : "private");
    if (claim == null) {
      privacy.remove("claim");
    } else {
      privacy.set("claim", claim);
    }
    return manifest;
  }

  private static ObjectNode claim(String releases) {
    ObjectNode claim = JsonMapper.shared().createObjectNode();
    claim.put("unit", "user").put("adjacency", "add-or-remove").put("view", "coordinator");
    claim.put("delta", 1e-6).put("conversion", "cks").put("colluders", 2).put("dropouts", 1);
    claim.putArray("releases").add(releases);
    return claim;
  }

  private ObjectNode manifest() throws IOException {
    Path file = release.resolve(ReleaseManifest.MANIFEST);
    return (ObjectNode) JsonMapper.shared().readTree(Files.readAllBytes(file));
  }

  private void sign(ObjectNode manifest) throws IOException {
    byte[] bytes = JsonMapper.shared().writeValueAsBytes(manifest);
    Files.write(release.resolve(ReleaseManifest.MANIFEST), bytes);
    Files.writeString(
        release.resolve(ReleaseManifest.SIGNATURE),
        Base64.getEncoder()
            .encodeToString(TestRelease.COORDINATOR.sign(SignatureDomain.RELEASE, bytes)));
  }

  @Test
  void releaseId_thatWouldLeaveTheDirectory_isRefused() throws IOException {
    ReleaseSigner.sign(
        release, TestRelease.manifest("../r-1", TestRelease.CREATED, ""), TestRelease.COORDINATOR);
    assertRefused(Reason.MALFORMED_MANIFEST);
  }

  @Test
  void files_thatDoNotFitTogether_cannotBeOpened() throws Exception {
    Files.writeString(release.resolve(ReleaseManifest.CATALOGUE), "{\"id\":\"a\"}\n");
    ReleaseSigner.sign(
        release, TestRelease.manifest("r-1", TestRelease.CREATED, ""), TestRelease.COORDINATOR);
    VerifiedRelease signed = ReleaseVerifier.verify(release, KEY);
    assertThatThrownBy(() -> Recommender.open(signed))
        .isInstanceOfSatisfying(
            ReleaseVerificationException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.INCONSISTENT));
  }

  private void assertRefused(Reason reason) {
    assertThatThrownBy(() -> ReleaseVerifier.verify(release, KEY))
        .isInstanceOfSatisfying(
            ReleaseVerificationException.class, e -> assertThat(e.reason()).isEqualTo(reason))
        .hasMessageContaining(reason.code());
  }
}
