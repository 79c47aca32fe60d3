package io.privirec.coordinator.session;

import io.privirec.coordinator.draft.SessionTerms;
import io.privirec.coordinator.release.ReleaseDraft;
import io.privirec.coordinator.release.ReleaseDraft.WholeCells;
import io.privirec.coordinator.roster.Rosters;
import io.privirec.federation.Algorithm;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Publication;
import io.privirec.federation.SumUses;
import io.privirec.privacy.Distributed;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.round.Round;
import io.privirec.round.RoundStatus;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.Phase;
import io.privirec.secagg.roster.Atom;
import io.privirec.secagg.roster.Roster;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.ReleaseManifest;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Says of a session that is to be published what its release says of it.
record ReleaseDrafts(Rosters rosters, SumUses uses) {
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
        openedNoise(algorithm, rounds),
        opened.size());
  }

  /// Returns the noise of all attempts whose sum was opened, or may have been. A closed round that
  /// failed while masked values were awaited may have been opened by a coordinator that knows the
  /// secrets of the missing participants. Attempts of a closed round over the same cohort have the
  /// same noise, and count once.
  private List<Distributed> openedNoise(Algorithm algorithm, List<Round> attempts) {
    Set<ClosedSum> seen = new HashSet<>();
    return attempts.stream()
        .filter(attempt -> attempt.phase().compareTo(openFrom(attempt)) >= 0)
        .map(Round::terms)
        .filter(terms ->
            !terms.isClosed() || seen.add(new ClosedSum(terms.roundIndex(), terms.cohort())))
        .map(terms ->
            uses.of(
                algorithm, algorithm.specs().get(terms.roundIndex()), terms.kind(), terms.cohort()))
        .flatMap(
            use -> use instanceof Use.Noise noise ? Stream.of(noise.mechanism()) : Stream.empty())
        .toList();
  }

  private record ClosedSum(int round, List<CohortMember> cohort) {}

  private static Phase openFrom(Round attempt) {
    return attempt.terms().isClosed() ? Phase.MASKED_INPUT : Phase.UNMASK;
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
