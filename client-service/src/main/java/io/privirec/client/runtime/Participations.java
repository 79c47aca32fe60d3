package io.privirec.client.runtime;

import io.privirec.secagg.ParticipantId;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.ParticipationView.RoundParticipation;
import io.privirec.wire.ParticipationView.Terms;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a participant did in its sessions, for people.
public final class Participations {
  private final ParticipationStore store;

  public Participations(ParticipationStore store) {
    this.store = store;
  }

  /// Oldest session first.
  public List<ParticipationView> of(ParticipantId participant) {
    return store.of(participant).stream().map(this::view).toList();
  }

  private ParticipationView view(Participation participation) {
    @Nullable SessionTerms terms = participation.terms().orElse(null);
    List<RoundStanding> rounds = store.rounds(participation.session(), participation.participant());
    return new ParticipationView(
        participation.session().value(),
        participation.participant().value(),
        participation.status().name(),
        participation.refusal().orElse(null),
        terms == null
            ? null
            : new Terms(
                terms.algorithm(),
                terms.parameters(),
                terms.threatModel().label(),
                terms.keyAgreement().label(),
                terms.onLoss().label(),
                terms.catalogueVersion(),
                terms.itemPairs().map(Participations::view).orElse(null)),
        Disclosure.before(participation),
        rounds.stream().mapToLong(RoundStanding::bytesUp).sum(),
        rounds.stream().mapToLong(RoundStanding::bytesDown).sum(),
        rounds.stream().map(Participations::view).toList(),
        Disclosure.of(participation, rounds));
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
