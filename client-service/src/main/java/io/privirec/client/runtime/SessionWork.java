package io.privirec.client.runtime;

import io.privirec.client.coordinator.ParticipantChannel;
import io.privirec.client.runtime.Participation.Status;
import io.privirec.edge.log.LogField;
import io.privirec.edge.trace.SessionTraces;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/// The consent of a participant to sessions, by the service or a person, and the rejection. A
/// [SessionReader] settles the terms first. [SessionEnds] closes sessions that are over.
final class SessionWork {
  private static final Logger log = LoggerFactory.getLogger(SessionWork.class);

  private final Object approving = new Object();
  private final RuntimeParts parts;
  private final Waits waits = new Waits();
  private final SessionEnds ends;
  private final SessionReader reader;

  SessionWork(RuntimeParts parts) {
    this.parts = parts;
    this.ends = new SessionEnds(parts, waits);
    this.reader = new SessionReader(parts, ends);
  }

  /// Closes the participant's open sessions that are over at the coordinator.
  ///
  /// @return whether one of them has published a release
  boolean closeFinished(ParticipantId participant, ParticipantChannel channel) throws IOException {
    return ends.closeFinished(participant, channel);
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
        waits.roster(session, participant, view);
        return Optional.empty();
      }
      parts.store().begin(reader.settle(view, session, participant, channel));
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
        waits.approvalAlone(session, participant);
        return known;
      }
      give(known.get(), terms);
      return parts.store().find(session, participant);
    }
    return known;
  }

  private static boolean isWithoutNoise(Participation known) {
    return known.status() != Status.OVER
        && known.terms().filter(SessionTerms::isWithoutNoise).isPresent();
  }

  /// Holds a session without noise to the holder's present choice. An earlier version or choice may
  /// have let the participant join.
  private Optional<Participation> withoutNoise(Participation known) {
    if (!parts.policy().asksForSumsWithoutNoise()) {
      reader.sayRefused(known.session(), known.participant(), SessionReader.rejected());
      parts.consents().refuse(known, Refusal.SUMS_WITHOUT_NOISE_REJECTED);
      parts.steps().end(known.session(), known.participant());
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

  private boolean consentsByItself(Participation participation) {
    return participation.status() == Status.AWAITING_APPROVAL
        && parts.policy().approval() == ConsentSettings.Approval.AUTO;
  }

  private void give(Participation asked, SessionTerms terms) throws IOException {
    try {
      switch (consentInTime(asked, terms)) {
        case Approval.TooEarly(Instant from) -> waits.snapshot(asked, terms.dataAsOf(), from);
        case Approval.Given(),
            Approval.NotPending(),
            Approval.Mismatch(_),
            Approval.Unmeasured(),
            Approval.Refused(_, _) -> {}
      }
    } catch (RefusedException e) {
      reader.sayRefused(asked.session(), asked.participant(), e);
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

  /// Consents to a session for the participant's holder.
  ///
  /// @param cells of the consent; empty for the cells that the session asks for
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
      if (joinsAlone) {
        // Before the consent: a round that begins right after it asks for this approval.
        parts.newcomers().requireSession(participant, terms.settled(), terms.cohort());
        parts.newcomers().approve(participant, terms.settled());
      }
      Approval approval = consent(asked.get(), terms, Consenter.PERSON);
      // From the standing approval on, the participant's loop may consent first.
      return approval instanceof Approval.NotPending && joinsAlone && isActive(session, participant)
          ? new Approval.Given()
          : approval;
    } catch (RefusedException e) {
      return new Approval.Refused(e.reason(), String.valueOf(e.getMessage()));
    }
  }

  private boolean isActive(SessionId session, ParticipantId participant) {
    return parts
        .store()
        .find(session, participant)
        .filter(found -> found.status() == Status.ACTIVE)
        .isPresent();
  }

  /// Rejects for the holder a session that waits for approval.
  ///
  /// @return whether the session waited
  boolean reject(SessionId session, ParticipantId participant) {
    boolean isRejected =
        parts
            .store()
            .find(session, participant)
            .filter(found -> found.status() == Status.AWAITING_APPROVAL)
            .filter(parts.consents()::reject)
            .isPresent();
    if (isRejected) {
      // A consent that was computed meanwhile has reserved budget.
      parts.steps().end(session, participant);
    }
    return isRejected;
  }

  /// Compares the session with the limits again: budget may have been spent since first contact.
  private Approval consent(Participation asked, SessionTerms terms, Consenter by)
      throws IOException, RefusedException {
    Algorithm algorithm = Algorithms.of(terms.parameters(), terms.items());
    parts
        .admission()
        .requireSession(asked.session(), asked.participant(), algorithm, terms.cohort());
    parts.newcomers().requireSession(asked.participant(), algorithm, terms.cohort());
    Approval approval =
        by == Consenter.SERVICE
            ? giveInPool(asked, terms)
            : parts.consents().give(asked, terms, by);
    if (approval instanceof Approval.Given) {
      log.atInfo()
          .addKeyValue(LogField.ACTION, "session-joined")
          .addKeyValue(LogField.SESSION, asked.session())
          .addKeyValue(LogField.PARTICIPANT, asked.participant())
          .log("{} takes part in session {}", asked.participant(), asked.session());
    }
    return approval;
  }

  /// Freezes the data in the pool: on its virtual thread, a participant's loop would keep the loops
  /// of others waiting.
  private Approval giveInPool(Participation asked, SessionTerms terms)
      throws IOException, RefusedException {
    try {
      return parts
          .pool()
          .computeOverData(() -> {
            try (MDC.MDCCloseable _ = SessionTraces.logged(asked.session().value())) {
              return parts.consents().give(asked, terms, Consenter.SERVICE);
            }
          });
    } catch (IOException | RefusedException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
