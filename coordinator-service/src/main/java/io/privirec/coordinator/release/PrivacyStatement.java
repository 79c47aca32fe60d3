package io.privirec.coordinator.release;

import io.privirec.coordinator.release.ReleaseDraft.WholeCells;
import io.privirec.federation.Disclosure;
import io.privirec.federation.PrivacyTerms;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.Distributed;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.PrivacyClaim;
import io.privirec.privacy.Release;
import io.privirec.privacy.View;
import io.privirec.serving.release.ManifestClaim;
import io.privirec.wire.Protection;
import io.privirec.wire.ReleaseManifest.Privacy;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// Says in words what was protected in a session, and what was not.
final class PrivacyStatement {
  private PrivacyStatement() {}

  static Privacy of(ReleaseDraft draft) {
    return draft.disclosure() instanceof Disclosure.NoisySums(var terms)
        ? ofNoise(draft, terms)
        : ofExactSums(draft);
  }

  /// Returns `private` exactly if every sum of the session over data carries noise.
  static Protection protection(ReleaseDraft draft) {
    return draft.disclosure() instanceof Disclosure.NoisySums
        ? Protection.PRIVATE
        : Protection.NO_NOISE;
  }

  private static String support(Disclosure disclosure) {
    return disclosure instanceof Disclosure.ExactSums(var _, int minSupport) && minSupport > 1
        ? String.format(
            Locale.ROOT,
            " Items that fewer than %,d users had were left out after the first sum, which told the"
                + " coordinator how many users each of them has; two releases over different cells can"
                + " undo that.",
            minSupport)
        : "";
  }

  private static Privacy ofExactSums(ReleaseDraft draft) {
    WholeCells cells = draft.cells().orElseThrow();
    return new Privacy(
        draft.threatModel().label(),
        ManifestClaim.NONE,
        """
        Every number that left a participant was hidden by one-time masks. What was opened are sums over \
        whole cells of roster version %s, of all %s participants in them and of no fewer, against a \
        coordinator that does whatever it likes, together with all participants but two. Sums over whole \
        cells, added and subtracted, tell apart groups that stood in the same cells: the smallest one has \
        participants of %s holders. The \
        coordinator saw the exact sums: how many users there are in all, how many have each item, and the \
        sums of the rounds after that. The participants saw the item counts and what was broadcast before \
        each round. Everyone sees this release. The sums are exact and no noise was added: there is no \
        differential privacy, and a value that only one user contributes to can be read from an exact \
        sum.%s%s\
        """
            .formatted(
                cells.rosterVersion(),
                draft.participants(),
                cells.smallestAtom(),
                support(draft.disclosure()),
                draft.disclosure().openedPairs().map(pairs -> " " + pairs.inRelease()).orElse("")),
        null);
  }

  private static Privacy ofNoise(ReleaseDraft draft, PrivacyTerms terms) {
    NoiseShares shares = draft.noise().getFirst().shares();
    return new Privacy(
        draft.threatModel().label(),
        ManifestClaim.level(terms.unit()),
        """
        Every number that left a participant carried a share of noise, and was hidden by one-time masks. \
        What was opened are sums with all the noise, over %s participants%s. The noise protects %s, \
        %s: whoever sees the sums or this release can hardly tell which. How hardly is epsilon, at a \
        delta of %s: who reads the claim of this manifest computes it, from what was opened. A sum that \
        failed and may have been opened counts, too. The coordinator is not trusted for it; up to %s \
        participants may have told it their noise or left it out, and up to %s may have been missing. \
        What is protected is data at one participant: a person with data at two counts twice. Sums of \
        other sessions over the same data are not counted: those with noise add to epsilon, an exact one \
        voids the claim.\
        """
            .formatted(
                draft.participants(),
                draft
                    .cells()
                    .map(cells ->
                        ", whole cells of roster version %s".formatted(cells.rosterVersion()))
                    .orElse(" who stayed to the end"),
                terms.unit().inWords(),
                terms.adjacency().inWords(),
                terms.target().delta(),
                shares.colluders(),
                shares.dropouts()),
        ManifestClaim.write(claim(draft, terms)));
  }

  /// Against the coordinator: whatever participants and outsiders see, it sees, too.
  private static PrivacyClaim claim(ReleaseDraft draft, PrivacyTerms terms) {
    Map<Distributed, Integer> counts = new LinkedHashMap<>();
    draft.noise().forEach(mechanism -> counts.merge(mechanism, 1, Integer::sum));
    return new PrivacyClaim(
        terms.unit(),
        terms.adjacency(),
        View.COORDINATOR,
        new Composition(
            counts.entrySet().stream()
                .map(each -> new Release(each.getKey(), each.getValue()))
                .toList()),
        Conversion.CKS,
        terms.target().delta());
  }
}
