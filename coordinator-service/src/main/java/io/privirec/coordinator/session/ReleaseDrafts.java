package io.privirec.coordinator.session;

import io.privirec.coordinator.release.ReleaseDraft;
import io.privirec.coordinator.release.ReleaseDraft.WholeCells;
import io.privirec.coordinator.roster.Rosters;
import io.privirec.federation.Algorithm;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Publication;
import io.privirec.round.Round;
import io.privirec.round.RoundStatus;
import io.privirec.secagg.roster.Atom;
import io.privirec.secagg.roster.Roster;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.ReleaseManifest;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Says of a session that is to be published what its release says of it.
record ReleaseDrafts(Rosters rosters) {
  /// @param model that the release has
  /// @param rounds of the session, in order; at least one of them has a sum
  ReleaseDraft of(
      AggregationSession session,
      Publication.Model model,
      Algorithm algorithm,
      List<Round> rounds,
      CatalogueVersion catalogue) {
    List<Round> opened =
        rounds.stream().filter(round -> round.status() == RoundStatus.DONE).toList();
    return new ReleaseDraft(
        "r-" + session.id(),
        session.id(),
        session.algorithm(),
        algorithm.disclosure(),
        session.terms().threatModel(),
        new ReleaseManifest.Model(
            model.kind(),
            model.name(),
            model.instead().map(PlanStep.PublishPopular::detail).orElse(null)),
        session.parameters(),
        catalogue,
        opened.getLast().survivors().size(),
        session.terms() instanceof SessionTerms.Closed terms
            ? Optional.of(wholeCells(session, opened, terms))
            : Optional.empty(),
        OpenedNoise.of(algorithm, rounds),
        opened.size());
  }

  private WholeCells wholeCells(
      AggregationSession session, List<Round> opened, SessionTerms.Closed terms) {
    SessionCohort cohort = SessionCohort.of(session, opened);
    int version = terms.roster().version();
    return new WholeCells(
        version,
        cohort.cells(),
        cohort.leftOut(),
        smallestAtom(rosters.require(version), cohort.cells()));
  }

  private static int smallestAtom(Roster roster, List<Integer> cells) {
    return roster.atoms().stream()
        .filter(atom -> !Collections.disjoint(atom.cells(), cells))
        .mapToInt(Atom::holders)
        .min()
        .orElse(0);
  }
}
