package io.privirec.client.consent;

import io.privirec.client.catalogue.Catalogue;
import io.privirec.client.catalogue.CatalogueException;
import io.privirec.client.catalogue.Catalogues;
import io.privirec.client.contribution.RuntimeObserver;
import io.privirec.client.coordinator.CoordinatorText;
import io.privirec.client.coordinator.ParticipantChannel;
import io.privirec.client.participation.Algorithms;
import io.privirec.client.participation.CohortTerms;
import io.privirec.client.participation.Participation;
import io.privirec.client.participation.Participation.Status;
import io.privirec.client.participation.ParticipationStore;
import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RefusedException;
import io.privirec.client.participation.SessionId;
import io.privirec.client.participation.SessionTerms;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.ThreatModel;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// Reads sessions at first contact: settles the terms of a session, or refuses the session. It
/// reads no data of a participant.
@Component
record SessionReader(
    ParticipationStore store,
    Catalogues catalogues,
    ConsentSettings policy,
    Trust trust,
    SumAdmission admission,
    Newcomers newcomers,
    SessionEnds ends,
    RuntimeObserver observer) {
  private static final Logger log = LoggerFactory.getLogger(SessionReader.class);

  /// Returns the participation of a session that the participant meets first: settled, or refused.
  Participation settle(
      SessionView view, SessionId session, ParticipantId participant, ParticipantChannel channel)
      throws IOException {
    try {
      SessionTerms terms = termsWithinBudget(view, session, participant, channel);
      log.info("{} knows session {}", participant, session);
      return Participation.settled(session, participant, terms);
    } catch (RefusedException e) {
      sayRefused(session, participant, e);
      return Participation.refused(session, participant, e.reason());
    }
  }

  /// Logs and counts that a participant refuses a session.
  void sayRefused(SessionId session, ParticipantId participant, RefusedException e) {
    log.warn(
        "{} refuses session {}: {} ({})",
        participant,
        session,
        e.reason().code(),
        CoordinatorText.printable(String.valueOf(e.getMessage())));
    observer.gaveUp(e.reason().code());
  }

  /// Returns the refusal of sums without noise, by the holder's choice.
  static RefusedException rejected() {
    return new RefusedException(
        Refusal.SUMS_WITHOUT_NOISE_REJECTED,
        "its sums over data carry no noise, and privirec.client.sums-without-noise is reject");
  }

  /// A session may begin as soon as the session before is over. So this releases the reservations
  /// of sessions that ended before it refuses.
  private SessionTerms termsWithinBudget(
      SessionView view, SessionId session, ParticipantId participant, ParticipantChannel channel)
      throws IOException, RefusedException {
    try {
      return terms(view, session, participant);
    } catch (RefusedException e) {
      if (!e.reason().isOfBudget() || !ends.closeEnded(participant, channel)) {
        throw e;
      }
      return terms(view, session, participant);
    }
  }

  private SessionTerms terms(SessionView view, SessionId session, ParticipantId participant)
      throws IOException, RefusedException {
    ThreatModel threatModel = trust.threatModel(view);
    KeyAgreement keyAgreement = Trust.keyAgreement(view);
    Catalogue catalogue = catalogue(view.catalogueVersion());
    Algorithm algorithm = Algorithms.of(view.parameters(), catalogue.items());
    requireNoise(view, algorithm);
    requireHeap(algorithm);
    CohortTerms cohort = trust.cohort(view, algorithm, participant);
    Instant dataAsOf = Trust.dataAsOf(view);
    requireRoom(participant);
    admission.requireSession(session, participant, algorithm, cohort);
    newcomers.requireSession(participant, algorithm, cohort);
    return new SessionTerms(
        view.algorithm(),
        view.parameters(),
        threatModel,
        keyAgreement,
        cohort,
        dataAsOf,
        view.catalogueVersion(),
        catalogue.digest(),
        catalogue.items(),
        Optional.empty());
  }

  /// Checks that the session states noise as its algorithm has it, before anything is computed from
  /// data.
  private void requireNoise(SessionView view, Algorithm algorithm) throws RefusedException {
    boolean withoutNoise = algorithm.disclosure() instanceof Disclosure.ExactSums;
    RefusedException.require(
        Objects.equals(view.noise(), withoutNoise ? SessionRequest.NO_NOISE : null),
        Refusal.NOISE_NOT_NAMED,
        withoutNoise
            ? "its sums over data carry no noise, and the session does not say so"
            : "the session says that its sums carry no noise, and its algorithm adds noise");
    if (withoutNoise && !policy.asksForSumsWithoutNoise()) {
      throw rejected();
    }
  }

  /// Checks that half of the heap is enough. A process without memory ends for all participants,
  /// again at every start while the round is open.
  private static void requireHeap(Algorithm algorithm) throws RefusedException {
    long needed = algorithm.workingSet().participant();
    long allowed = Runtime.getRuntime().maxMemory() / 2;
    RefusedException.require(
        needed <= allowed,
        Refusal.HEAP_EXCEEDED,
        String.format(
            Locale.ROOT,
            "contributing takes %,d bytes, and half of the heap is %,d",
            needed,
            allowed));
  }

  private void requireRoom(ParticipantId participant) throws RefusedException {
    long waiting =
        store.open(participant).stream()
            .filter(open -> open.status() == Status.AWAITING_APPROVAL)
            .count();
    RefusedException.require(
        waiting < policy.maxWaitingSessions(),
        Refusal.TOO_MANY_SESSIONS,
        waiting + " sessions wait for approval, or for their data to be frozen");
  }

  private Catalogue catalogue(int version) throws RefusedException {
    try {
      return catalogues.version(version);
    } catch (CatalogueException e) {
      throw new RefusedException(Refusal.CATALOGUE_INVALID, String.valueOf(e.getMessage()), e);
    }
  }
}
