package io.privirec.client.runtime;

import io.privirec.client.catalogue.Catalogue;
import io.privirec.client.catalogue.CatalogueException;
import io.privirec.client.coordinator.CoordinatorRefusedException;
import io.privirec.client.coordinator.CoordinatorText;
import io.privirec.client.coordinator.ParticipantChannel;
import io.privirec.client.runtime.Participation.Status;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.edge.log.LogField;
import io.privirec.edge.trace.SessionTraces;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.ThreatModel;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/// First contact with a session, consent to it, and its end.
final class SessionWork {
  private static final Logger log = LoggerFactory.getLogger(SessionWork.class);

  private final Object approving = new Object();
  private final RuntimeParts parts;

  /// The session that each participant was told last to await a roster for: said once.
  private final ConcurrentHashMap<ParticipantId, SessionId> awaited = new ConcurrentHashMap<>();

  private final SessionStatuses statuses = new SessionStatuses();

  /// Open sessions whose snapshot it was too early for: said once.
  private final Set<Waiting> early = ConcurrentHashMap.newKeySet();

  /// Open sessions that a participant would join alone: said once.
  private final Set<Waiting> alone = ConcurrentHashMap.newKeySet();

  private record Waiting(SessionId session, ParticipantId participant) {}

  SessionWork(RuntimeParts parts) {
    this.parts = parts;
  }

  /// The participant's part in the session; at first contact the terms are settled, and nothing is
  /// frozen. Empty while the session rests on a roster that is not here yet.
  Optional<Participation> participation(
      SessionId session, ParticipantId participant, ParticipantChannel channel) throws IOException {
    try (MDC.MDCCloseable _ = SessionTraces.logged(session.value())) {
      return known(session, participant, channel);
    }
  }

  private Optional<Participation> known(
      SessionId session, ParticipantId participant, ParticipantChannel channel) throws IOException {
    Optional<Participation> known = parts.store().find(session, participant);
    if (known.isEmpty()) {
      SessionView view = channel.session(session.value());
      if (parts.trust().awaitsRosterOf(view)) {
        sayAwaited(session, participant, view);
        return Optional.empty();
      }
      parts.store().begin(settle(view, session, participant, channel));
      known = parts.store().find(session, participant);
    }
    if (known.isPresent() && known.get().isRejected()) {
      parts.rejections().tell(session, participant, channel);
      return known;
    }
    if (known.isPresent() && isWithoutNoise(known.get())) {
      return withoutNoise(known.get());
    }
    if (known.isPresent() && consentsByItself(known.get())) {
      SessionTerms terms = known.get().terms().orElseThrow();
      if (parts.newcomers().needsApproval(participant, terms.settled())) {
        sayAlone(session, participant);
        return known;
      }
      give(known.get(), terms);
      return parts.store().find(session, participant);
    }
    return known;
  }

  /// The loop asks again and again.
  private void sayAlone(SessionId session, ParticipantId participant) {
    if (alone.add(new Waiting(session, participant))) {
      log.warn(
          "{} waits for a person's approval of session {}: it would join alone",
          participant,
          session);
    }
  }

  private static boolean isWithoutNoise(Participation known) {
    return known.status() != Status.OVER
        && known.terms().filter(SessionTerms::isWithoutNoise).isPresent();
  }

  /// Holds a session without noise to the holder's present choice: also a session that an earlier
  /// version, or an earlier choice, let the participant join.
  private Optional<Participation> withoutNoise(Participation known) {
    if (!parts.policy().asksForSumsWithoutNoise()) {
      sayRefused(known.session(), known.participant(), rejectedSums());
      parts.consents().refuse(known, Refusal.SUMS_WITHOUT_NOISE_REJECTED);
      parts.store().close(known.session(), known.participant());
    } else if (known.status() == Status.ACTIVE && known.approvedAt().isEmpty()) {
      log.warn(
          "{} waits for approval of session {} again: its sums carry no noise, and no person approved it",
          known.participant(),
          known.session());
      parts.consents().askAgain(known);
    }
    return parts
        .store()
        .find(known.session(), known.participant())
        .filter(found -> !isEarly(found));
  }

  /// Whether the delay after a person's approval goes on. The argument is read after the look at
  /// the holder's choice, so an approval in between counts.
  private boolean isEarly(Participation found) {
    return found.status() == Status.ACTIVE
        && found
            .approvedAt()
            .filter(at -> !parts.clock().instant().isBefore(at.plus(parts.policy().answerDelay())))
            .isEmpty();
  }

  private static RefusedException rejectedSums() {
    return new RefusedException(
        Refusal.SUMS_WITHOUT_NOISE_REJECTED,
        "its sums over data carry no noise, and privirec.client.sums-without-noise is reject");
  }

  private void sayAwaited(SessionId session, ParticipantId participant, SessionView view) {
    if (!session.equals(awaited.put(participant, session))) {
      log.warn(
          "{} waits: session {} rests on roster version {}, which was not put here",
          participant,
          session,
          view.rosterVersion());
    }
  }

  private boolean consentsByItself(Participation participation) {
    return participation.status() == Status.AWAITING_APPROVAL && parts.policy().byItself();
  }

  private void give(Participation asked, SessionTerms terms) throws IOException {
    try {
      switch (consentInTime(asked, terms)) {
        case Approval.TooEarly(Instant from) -> sayEarly(asked, terms, from);
        case Approval.Given(),
            Approval.NotPending(),
            Approval.Mismatch(_),
            Approval.Unmeasured(),
            Approval.Refused(_, _) -> {}
      }
    } catch (RefusedException e) {
      sayRefused(asked.session(), asked.participant(), e);
      parts.consents().refuse(asked, e.reason());
    }
  }

  /// With noise, a consent waits for the end of a class of time after the data is frozen.
  private Approval consentInTime(Participation asked, SessionTerms terms)
      throws IOException, RefusedException {
    long start = System.nanoTime();
    Approval approval = consent(asked, terms, Consenter.SERVICE);
    if (approval instanceof Approval.Given && terms.disclosure() instanceof Disclosure.NoisySums) {
      try {
        Duration spent = Duration.ofNanos(System.nanoTime() - start);
        parts.pool().rest(asked.session(), TimeClass.rest(spent));
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
    return approval;
  }

  /// The loop asks again and again.
  private void sayEarly(Participation asked, SessionTerms terms, Instant from) {
    if (early.add(new Waiting(asked.session(), asked.participant()))) {
      log.warn(
          "{} waits until {}: session {} is over data as of {}, and the last snapshot is younger than"
              + " privirec.client.min-interval",
          asked.participant(),
          from,
          asked.session(),
          terms.dataAsOf());
    }
  }

  /// Consents to a session for the participant's holder.
  ///
  /// @param cells that are consented to; empty: whatever is asked
  /// @param joinsAlone whether the approver knows that the participant joins alone
  Approval approve(
      SessionId session,
      ParticipantId participant,
      Optional<List<Integer>> cells,
      boolean joinsAlone)
      throws IOException {
    try (MDC.MDCCloseable _ = SessionTraces.logged(session.value())) {
      // An approval changes the sums that the figures of other sessions count.
      synchronized (approving) {
        return approved(session, participant, cells, joinsAlone);
      }
    }
  }

  private Approval approved(
      SessionId session,
      ParticipantId participant,
      Optional<List<Integer>> cells,
      boolean joinsAlone)
      throws IOException {
    Optional<Participation> asked =
        parts
            .store()
            .find(session, participant)
            .filter(found -> found.status() == Status.AWAITING_APPROVAL);
    if (asked.isEmpty()) {
      return new Approval.NotPending();
    }
    SessionTerms terms = asked.get().terms().orElseThrow();
    List<Integer> due =
        terms.cohort() instanceof CohortTerms.Closed closed ? closed.cells() : List.of();
    if (cells.isPresent() && !new TreeSet<>(cells.get()).equals(new TreeSet<>(due))) {
      return new Approval.Mismatch(
          "the session asks for the cells %s. Provided value: %s".formatted(due, cells.get()));
    }
    // The roster may have changed after the approver read the text.
    if (!joinsAlone && parts.newcomers().needsApproval(participant, terms.settled())) {
      return new Approval.Mismatch(
          "the participant joins alone, and the approval does not state joinsAlone: wouldDisclose of"
              + " the participation says what an approval is for");
    }
    if (terms.isWithoutNoise() && !parts.exposures().isMeasured(asked.get())) {
      return new Approval.Unmeasured();
    }
    try {
      Approval approval = consent(asked.get(), terms, Consenter.PERSON);
      if (joinsAlone && approval instanceof Approval.Given) {
        parts.newcomers().approve(participant, terms.settled());
      }
      return approval;
    } catch (RefusedException e) {
      return new Approval.Refused(e.reason(), String.valueOf(e.getMessage()));
    }
  }

  /// Rejects for the holder a session that waits for approval.
  ///
  /// @return whether the session waited
  boolean reject(SessionId session, ParticipantId participant) {
    Optional<Participation> asked =
        parts
            .store()
            .find(session, participant)
            .filter(found -> found.status() == Status.AWAITING_APPROVAL);
    asked.ifPresent(waiting -> {
      parts.consents().refuse(waiting, Refusal.REJECTED_BY_HOLDER);
      // A consent that was computed meanwhile has reserved budget.
      parts.store().close(session, participant);
    });
    return asked.isPresent();
  }

  /// Compares the session with the limits again: budget may have been spent since first contact.
  private Approval consent(Participation asked, SessionTerms terms, Consenter by)
      throws IOException, RefusedException {
    Algorithm algorithm = Algorithms.of(terms.parameters(), terms.items());
    parts
        .admission()
        .requireSession(asked.session(), asked.participant(), algorithm, terms.cohort());
    parts.newcomers().requireSession(asked.participant(), algorithm, terms.cohort());
    Approval approval = parts.consents().give(asked, terms, by);
    if (approval instanceof Approval.Given) {
      log.atInfo()
          .addKeyValue(LogField.ACTION, "session-joined")
          .addKeyValue(LogField.SESSION, asked.session())
          .addKeyValue(LogField.PARTICIPANT, asked.participant())
          .log("{} takes part in session {}", asked.participant(), asked.session());
    }
    return approval;
  }

  private Participation settle(
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

  private void sayRefused(SessionId session, ParticipantId participant, RefusedException e) {
    log.warn(
        "{} refuses session {}: {} ({})",
        participant,
        session,
        e.reason().code(),
        CoordinatorText.printable(String.valueOf(e.getMessage())));
    parts.observer().gaveUp(e.reason().code());
  }

  /// A session may begin as soon as the session before is over. A reservation of the session before
  /// is no reason to refuse.
  private SessionTerms termsWithinBudget(
      SessionView view, SessionId session, ParticipantId participant, ParticipantChannel channel)
      throws IOException, RefusedException {
    try {
      return terms(view, session, participant);
    } catch (RefusedException e) {
      if (!e.reason().isOfBudget() || !closeEnded(participant, channel)) {
        throw e;
      }
      return terms(view, session, participant);
    }
  }

  /// Closes sessions that ended since the last question about them.
  ///
  /// @return whether the participant had such a session
  private boolean closeEnded(ParticipantId participant, ParticipantChannel channel)
      throws IOException {
    List<Participation> open = parts.store().open(participant);
    open.forEach(each -> statuses.forget(each.session()));
    closeFinished(participant, channel);
    return parts.store().open(participant).size() < open.size();
  }

  private SessionTerms terms(SessionView view, SessionId session, ParticipantId participant)
      throws IOException, RefusedException {
    ThreatModel threatModel = parts.trust().threatModel(view);
    KeyAgreement keyAgreement = Trust.keyAgreement(view);
    Catalogue catalogue = catalogue(view.catalogueVersion());
    Algorithm algorithm = Algorithms.of(view.parameters(), catalogue.items());
    requireNoise(view, algorithm);
    requireHeap(algorithm);
    CohortTerms cohort = parts.trust().cohort(view, algorithm, participant);
    Instant dataAsOf = Trust.dataAsOf(view);
    requireRoom(participant);
    parts.admission().requireSession(session, participant, algorithm, cohort);
    parts.newcomers().requireSession(participant, algorithm, cohort);
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
    if (withoutNoise && !parts.policy().asksForSumsWithoutNoise()) {
      throw rejectedSums();
    }
  }

  /// A process that runs out of memory takes all participants with it, again at every start while
  /// the round stands.
  private static void requireHeap(Algorithm algorithm) throws RefusedException {
    long needed = algorithm.contributor().workingSetBytes();
    long allowed = Runtime.getRuntime().maxMemory() / 2;
    RefusedException.require(
        needed <= allowed,
        Refusal.HEAP_EXCEEDED,
        "contributing takes %,d bytes, and half of the heap is %,d".formatted(needed, allowed));
  }

  private void requireRoom(ParticipantId participant) throws RefusedException {
    long waiting =
        parts.store().open(participant).stream()
            .filter(open -> open.status() == Status.AWAITING_APPROVAL)
            .count();
    RefusedException.require(
        waiting < parts.policy().maxWaiting(),
        Refusal.TOO_MANY_SESSIONS,
        waiting + " sessions wait for approval, or for their data to be frozen");
  }

  private Catalogue catalogue(int version) throws RefusedException {
    try {
      return parts.catalogues().version(version);
    } catch (CatalogueException e) {
      throw new RefusedException(Refusal.CATALOGUE_INVALID, String.valueOf(e.getMessage()), e);
    }
  }

  /// Asks how the participant's open sessions stand, and closes those that are over.
  ///
  /// @return whether one of them has published a release
  boolean closeFinished(ParticipantId participant, ParticipantChannel channel) throws IOException {
    boolean published = false;
    for (Participation open : parts.store().open(participant)) {
      SessionView.Status status;
      try {
        status =
            statuses.of(open.session(), () -> channel.session(open.session().value()).status());
      } catch (CoordinatorRefusedException e) {
        if (e.isUnknownSession()) {
          close(open);
          continue;
        }
        // One session that the coordinator does not tell of must not keep the others open.
        log.warn("{} in session {}: {}", participant, open.session(), e.getMessage());
        continue;
      }
      // A view may lack its status, whatever the type says: then the session is not known to be
      // over.
      if (status != null && status.isOver()) {
        close(open);
        published |= status == SessionView.Status.PUBLISHED;
      }
    }
    return published;
  }

  /// Closes a session for one participant. The last one here that it is over for forgets what all
  /// of them share, before its own row is closed: after a crash in between it does so again. One
  /// participant is closed at a time: of two, neither would be the last.
  ///
  /// Frozen data goes last, unless it is the newest: after a crash in between it stays until the
  /// next start.
  private void close(Participation open) throws IOException {
    try (MDC.MDCCloseable _ = SessionTraces.logged(open.session().value())) {
      leave(open);
    }
  }

  private void leave(Participation open) throws IOException {
    log.atInfo()
        .addKeyValue(LogField.ACTION, "session-left")
        .addKeyValue(LogField.SESSION, open.session())
        .addKeyValue(LogField.PARTICIPANT, open.participant())
        .log("Session {} is over for {}", open.session(), open.participant());
    parts.meetings().forget(open.session().value(), open.participant());
    synchronized (this) {
      if (!parts.store().isOpenForOthers(open.session(), open.participant())) {
        parts.broadcasts().forget(open.session());
        parts.algorithms().forget(open.session());
        parts.pool().forget(open.session());
      }
      parts.maskedVectors().forget(open.session(), open.participant());
      parts.store().close(open.session(), open.participant());
    }
    early.remove(new Waiting(open.session(), open.participant()));
    alone.remove(new Waiting(open.session(), open.participant()));
    parts.consents().sweep(open.participant());
  }
}
