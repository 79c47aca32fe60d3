package io.privirec.serving.release;

import io.privirec.privacy.Adjacency;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.PrivacyClaim;
import io.privirec.privacy.PrivacyRefusal;
import io.privirec.privacy.Release;
import io.privirec.privacy.Unit;
import io.privirec.privacy.View;
import io.privirec.privacy.text.Label;
import io.privirec.privacy.text.ReleaseText;
import io.privirec.serving.release.ReleaseVerificationException.Reason;
import io.privirec.wire.ClaimView;
import io.privirec.wire.ReleaseManifest.Claim;
import io.privirec.wire.ReleaseManifest.Privacy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The claim of a manifest, as text and as what it means. The text has no ε: it is computed here,
/// whoever wrote the text.
public final class ManifestClaim {
  /// What [Privacy#differentialPrivacy()] says where sums are exact.
  public static final String NONE = "none";

  private ManifestClaim() {}

  /// The text of a claim.
  public static Claim write(PrivacyClaim claim) {
    return new Claim(
        Label.of(claim.unit()),
        Label.of(claim.adjacency()),
        Label.of(claim.view()),
        claim.delta(),
        Label.of(claim.conversion()),
        claim.colluders(),
        claim.dropouts(),
        claim.releases().releases().stream()
            .map(release -> ReleaseText.write(release, claim.adjacency()))
            .toList());
  }

  /// What [Privacy#differentialPrivacy()] says of noise that protects such a unit.
  public static String level(Unit unit) {
    return Label.of(unit) + "-level";
  }

  /// What a manifest claims.
  ///
  /// @return empty where sums are exact
  /// @throws ReleaseVerificationException if the text cannot be read, supports no claim, or says
  ///   something else of itself elsewhere
  public static Optional<PrivacyClaim> read(Privacy privacy) throws ReleaseVerificationException {
    Claim text = privacy.claim();
    if (text == null) {
      require(
          privacy.differentialPrivacy().equals(NONE),
          "there is no claim of privacy that is " + privacy.differentialPrivacy());
      return Optional.empty();
    }
    PrivacyClaim claim;
    try {
      claim = parse(text);
      // What cannot be shown is not claimed.
      claim.inWords();
    } catch (PrivacyRefusal | IllegalArgumentException refused) {
      throw new ReleaseVerificationException(
          Reason.UNSUPPORTED_CLAIM, String.valueOf(refused.getMessage()), refused);
    }
    require(
        privacy.differentialPrivacy().equals(level(claim.unit())),
        "the claim is %s, and not %s"
            .formatted(level(claim.unit()), privacy.differentialPrivacy()));
    require(
        text.colluders() == claim.colluders() && text.dropouts() == claim.dropouts(),
        "the noise of its releases bears %s colluders and %s dropouts, and not %s and %s"
            .formatted(claim.colluders(), claim.dropouts(), text.colluders(), text.dropouts()));
    return Optional.of(claim);
  }

  private static PrivacyClaim parse(Claim text) {
    Adjacency adjacency = Label.parse(Adjacency.class, "adjacency", text.adjacency());
    List<Release> releases = new ArrayList<>();
    text.releases().forEach(each -> releases.add(ReleaseText.parse(each, adjacency)));
    return new PrivacyClaim(
        Label.parse(Unit.class, "unit", text.unit()),
        adjacency,
        Label.parse(View.class, "view", text.view()),
        new Composition(releases),
        Label.parse(Conversion.class, "conversion", text.conversion()),
        text.delta());
  }

  private static void require(boolean agrees, String otherwise)
      throws ReleaseVerificationException {
    if (!agrees) {
      throw new ReleaseVerificationException(Reason.UNSUPPORTED_CLAIM, otherwise);
    }
  }

  /// Computes the view of a claim.
  public static ClaimView view(PrivacyClaim claim) {
    return new ClaimView(
        claim.epsilon(),
        claim.epsilonOfPerson(2),
        claim.epsilonOfPerson(3),
        claim.delta(),
        Label.of(claim.unit()),
        claim.inWords());
  }
}
