package io.privirec.client.consent;

import io.privirec.client.participation.CohortTerms;
import io.privirec.client.participation.ItemPairs;
import io.privirec.client.participation.Participation;
import io.privirec.client.participation.Participation.Status;
import io.privirec.client.participation.ParticipationStore;
import io.privirec.client.participation.RoundStanding;
import io.privirec.client.participation.SessionTerms;
import io.privirec.client.roster.Opening;
import io.privirec.client.roster.Rosters;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Atom;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Roster;
import io.privirec.wire.MaskedCellView;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.ParticipationView.RoundParticipation;
import io.privirec.wire.ParticipationView.Terms;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// What a participant is asked for, and did, in its sessions, for people.
@Component
record Participations(
    ParticipationStore store,
    Consents consents,
    Rosters rosters,
    Newcomers newcomers,
    Exposures exposures,
    ShownPairs pairs) {
  /// Oldest session first.
  public List<ParticipationView> of(ParticipantId participant) {
    return store.of(participant).stream().map(this::view).toList();
  }

  private ParticipationView view(Participation participation) {
    List<RoundStanding> rounds = store.rounds(participation.session(), participation.participant());
    boolean isAsked = participation.status() == Status.AWAITING_APPROVAL;
    Optional<ParticipationView.Cohort> cohort = cohort(participation);
    Optional<Snapshot> snapshot = snapshot(participation);
    Optional<SessionTerms> terms =
        participation.terms().map(settled -> isAsked ? shown(participation, settled) : settled);
    return new ParticipationView(
        participation.session().value(),
        participation.participant().value(),
        participation.status().name(),
        participation.refusal().orElse(null),
        terms.map(Participations::view).orElse(null),
        cohort.orElse(null),
        snapshot.map(Participations::view).orElse(null),
        isAsked
            ? rosters.openings(participation.participant()).stream()
                .filter(Opening::masked)
                .map(Participations::view)
                .toList()
            : List.of(),
        isAsked ? joinsAlone(participation) : null,
        isAsked
            ? DisclosureText.before(
                participation.session(),
                terms.orElseThrow(),
                participation.participant(),
                cohort,
                choice(participation),
                joinsAlone(participation),
                exposures.last(participation))
            : List.of(),
        rounds.stream().mapToLong(RoundStanding::bytesUp).sum(),
        rounds.stream().mapToLong(RoundStanding::bytesDown).sum(),
        rounds.stream().map(Participations::view).toList(),
        DisclosureText.of(participation, rounds));
  }

  private SessionTerms shown(Participation asked, SessionTerms terms) {
    return terms.with(pairs.of(asked.session(), asked.participant(), terms));
  }

  private static Terms view(SessionTerms terms) {
    CohortTerms.@Nullable Closed closed =
        terms.cohort() instanceof CohortTerms.Closed found ? found : null;
    return new Terms(
        terms.algorithm(),
        terms.parameters(),
        terms.threatModel().label(),
        terms.keyAgreement().label(),
        closed == null ? Trust.TOLERANT : Trust.CLOSED,
        closed == null ? null : closed.roster().version(),
        closed == null ? List.of() : closed.cells(),
        closed == null ? null : closed.onMissing().label(),
        closed == null ? null : closed.minParticipants(),
        terms.catalogueVersion(),
        terms.dataAsOf(),
        terms.itemPairs().map(Participations::view).orElse(null));
  }

  /// Returns the participants in the session's cells, by the session's roster.
  private Optional<ParticipationView.Cohort> cohort(Participation participation) {
    if (participation.status() == Status.OVER
        || participation.terms().isEmpty()
        || !(participation.terms().get().cohort() instanceof CohortTerms.Closed closed)) {
      return Optional.empty();
    }
    ParticipantId self = participation.participant();
    return rosters.find(closed.roster()).map(roster -> cohort(roster, closed.cells(), self));
  }

  private static ParticipationView.Cohort cohort(
      Roster roster, List<Integer> numbers, ParticipantId self) {
    List<Cell> cells = numbers.stream().map(number -> roster.cell(number).orElseThrow()).toList();
    List<Atom> atoms =
        roster.atoms().stream()
            .filter(atom -> atom.cells().stream().anyMatch(numbers::contains))
            .toList();
    Atom own =
        atoms.stream().filter(atom -> atom.members().contains(self)).findFirst().orElseThrow();
    Atom smallest = atoms.stream().min(Comparator.comparingInt(Atom::holders)).orElseThrow();
    return new ParticipationView.Cohort(
        cells.stream()
            .map(cell ->
                new ParticipationView.Cell(cell.number(), cell.minimum(), names(cell.members())))
            .toList(),
        roster.currentCellOf(self).orElseThrow().number(),
        roster.cohort(numbers).size(),
        view(own),
        view(smallest));
  }

  private static ParticipationView.Atom view(Atom atom) {
    return new ParticipationView.Atom(atom.holders(), names(atom.members()));
  }

  private static List<String> names(Collection<ParticipantId> ids) {
    return ids.stream().map(ParticipantId::value).toList();
  }

  /// Returns the snapshot that a consent is for, or would be for. A session that reads no data may
  /// have a snapshot, too.
  private Optional<Snapshot> snapshot(Participation participation) {
    return participation
        .terms()
        .filter(terms ->
            participation.status() == Status.AWAITING_APPROVAL
                ? terms.readsData()
                : participation.snapshot().isPresent())
        .flatMap(terms -> consents.find(participation.participant(), terms.dataAsOf()));
  }

  private boolean joinsAlone(Participation participation) {
    SessionTerms terms = participation.terms().orElseThrow();
    return newcomers.needsApproval(participation.participant(), terms.settled());
  }

  private SnapshotChoice choice(Participation participation) {
    return consents.choice(
        participation.participant(), participation.terms().orElseThrow().dataAsOf());
  }

  private static ParticipationView.Snapshot view(Snapshot snapshot) {
    return new ParticipationView.Snapshot(
        snapshot.sha256().hex(), snapshot.frozenAt(), snapshot.users(), snapshot.interactions());
  }

  private static MaskedCellView view(Opening opening) {
    return new MaskedCellView(
        opening.cell().number().orElse(null),
        opening.cell().minimum(),
        names(opening.cell().members()),
        opening.firstJoinedAt(),
        opening.masked());
  }

  private static ParticipationView.OpenedPairs view(ItemPairs pairs) {
    return new ParticipationView.OpenedPairs(pairs.distinct(), pairs.ofOneUser());
  }

  private static RoundParticipation view(RoundStanding round) {
    return new RoundParticipation(
        round.key().round().hex(),
        round.key().index(),
        round.key().attempt(),
        round.name(),
        round.state(),
        round.abortReason().orElse(null));
  }
}
