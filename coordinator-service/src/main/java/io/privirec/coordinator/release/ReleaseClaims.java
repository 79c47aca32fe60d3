package io.privirec.coordinator.release;

import io.privirec.coordinator.ledger.ClaimStandings;
import io.privirec.coordinator.ledger.ClaimStandings.ClaimStanding;
import io.privirec.coordinator.ledger.ClaimStandings.ClaimStanding.Marked;
import io.privirec.coordinator.ledger.ClaimStandings.ClaimStanding.Unknown;
import io.privirec.coordinator.ledger.ClaimStandings.ClaimStanding.Unmarked;
import io.privirec.privacy.PrivacyClaim;
import io.privirec.privacy.text.Label;
import io.privirec.serving.release.ClaimText;
import io.privirec.serving.release.ManifestClaim;
import io.privirec.serving.release.ReleaseVerificationException;
import io.privirec.wire.ClaimView;
import io.privirec.wire.Protection;
import io.privirec.wire.ReleaseClaimView;
import io.privirec.wire.ReleaseManifest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// States of a published release whether its privacy claim holds. A statement changes only with the
/// ledger or the names of participants, so each is made once. Thread-safe.
@Component
final class ReleaseClaims {
  private static final String NO_NOISE = "no-noise";

  /// Statements that are kept; readers ask for the newest releases.
  private static final int MOST_KEPT = 256;

  private final Releases releases;
  private final ClaimStandings standings;
  private final KeptClaims kept = new KeptClaims(MOST_KEPT);

  ReleaseClaims(Releases releases, ClaimStandings standings) {
    this.releases = releases;
    this.standings = standings;
  }

  /// Looks a release up in the ledger.
  ///
  /// @throws ReleaseRefusal if no release has this id
  ReleaseClaimView of(String releaseId) {
    ReleaseManifest manifest = releases.require(releaseId).manifest();
    ClaimStandings.Reading reading = standings.reading();
    return kept.of(
        releaseId, reading.position(), () -> statement(manifest, reading.of(manifest.sessionId())));
  }

  private ReleaseClaimView statement(ReleaseManifest manifest, ClaimStanding standing) {
    Optional<PrivacyClaim> claim;
    try {
      claim = ManifestClaim.read(manifest.privacy());
    } catch (ReleaseVerificationException unsupported) {
      return without(
          manifest,
          unsupported.reason().code(),
          null,
          ClaimText.noEpsilon("the claim is not known"));
    }
    if (claim.isEmpty()) {
      return without(
          manifest,
          NO_NOISE,
          standing instanceof Marked(Instant since) ? since : null,
          ClaimText.NO_NOISE);
    }
    boolean isTolerant = manifest.rosterVersion() == null;
    if (isTolerant && !TolerantClaims.areWithstood(manifest.formatVersion(), claim.get())) {
      return without(
          manifest,
          "colluders-not-withstood",
          standing instanceof Marked(Instant since) ? since : null,
          ClaimText.noEpsilon(
              "the tolerant rounds may withstand fewer colluders than the claim has"));
    }
    return switch (standing) {
      case Marked(Instant since) ->
          without(manifest, "sums-without-noise", since, ClaimText.sumsWithoutNoise(since));
      case Unknown(ClaimStanding.Reason reason) ->
          without(manifest, Label.of(reason), null, ClaimText.noEpsilon(inWords(reason)));
      case Unmarked unmarked -> holding(manifest, claim.get(), unmarked);
    };
  }

  private static String inWords(ClaimStanding.Reason reason) {
    return switch (reason) {
      case LEDGER_LOCKED -> "the coordinator's ledger is locked";
      case LEDGER_RESTORED -> "the coordinator's ledger lost entries in a restore";
      case SESSION_UNKNOWN -> "the coordinator's ledger has no sum of this session";
    };
  }

  private ReleaseClaimView holding(
      ReleaseManifest manifest, PrivacyClaim claim, Unmarked standing) {
    ClaimView view = ManifestClaim.view(claim);
    double lifetime = standing.lifetimeEpsilon(claim.delta());
    ClaimStandings.Period period = standings.period();
    double ofPeriod = standing.epsilonSince(period.start(), claim.delta());
    return new ReleaseClaimView(
        manifest.releaseId(),
        Protection.PRIVATE,
        true,
        null,
        null,
        view.epsilon(),
        view.epsilonTwoHolders(),
        view.epsilonThreeHolders(),
        view.delta(),
        lifetime,
        ofPeriod,
        period.length(),
        List.of(
            ClaimText.holds(view, lifetime, ofPeriod, period.length()),
            "The coordinator's ledger has no sum without noise over data of a participant of this"
                + " release's session."));
  }

  private static ReleaseClaimView without(
      ReleaseManifest manifest, String reason, @Nullable Instant since, String text) {
    return new ReleaseClaimView(
        manifest.releaseId(),
        manifest.protection(),
        false,
        reason,
        since,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        List.of(text));
  }
}
