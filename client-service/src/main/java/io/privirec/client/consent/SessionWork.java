package io.privirec.client.consent;

import io.privirec.client.contribution.ContributionPool;
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
import io.privirec.edge.log.LogField;
import io.privirec.edge.trace.SessionTraces;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.stereotype.Component;

/// The consent of a participant to sessions, by the service or a person, and the rejection. A
/// [SessionReader] settles the terms first. [SessionEnds] closes sessions that are over.
@Component
public final class SessionWork {
  private static final Logger log = LoggerFactory.getLogger(SessionWork.class);

  private final Object approving = new Object();
  private final ParticipationStore store;
  private final Consents consents;
  private final ConsentSettings policy;
  private final Trust trust;
  private final SumAdmission admission;
  private final Newcomers newcomers;
  private final Exposures exposures;
  private final RejectionWord rejections;
  private final ContributionPool pool;
  private final SessionReader reader;
  private final SessionEnds ends;
  private final Waits waits;
  private final Clock clock;
  private volatile Consumer<ParticipantId> listener = _ -> {};

  SessionWork(
      ParticipationStore store,
      Consents consents,
      ConsentSettings policy,
      Trust trust,
      SumAdmission admission,
      Newcomers newcomers,
      Exposures exposures,
      RejectionWord rejections,
      ContributionPool pool,
      SessionReader reader,
      SessionEnds ends,
      Waits waits,
      Clock clock) {
    this.store = store;
    this.consents = consents;
    this.policy = policy;
    this.trust = trust;
    this.admission = admission;
    this.newcomers = newcomers;
    this.exposures = exposures;
    this.rejections = rejections;
    this.pool = pool;
    this.reader = reader;
    this.ends = ends;
    this.waits = waits;
    this.clock = clock;
    log.info(
        "By privirec.client.sums-without-noise {}. Earlier versions decided by"
            + " privirec.client.approval",
        policy.rule());
  }

  /// Sets what is told the participant of each session that a person has approved or rejected.
  public void onDecision(Consumer<ParticipantId> wake) {
    listener = wake;
  }

  /// Closes the participant's open sessions that are over at the coordinator.
  ///
  /// @return whether one of them has published a release
  public boolean closeFinished(ParticipantId participant, ParticipantChannel channel)
      throws IOException {
    return ends.closeFinished(participant, channel);
  }

  /// The participant's part in the session; at first contact the terms are settled, and nothing is
  /// frozen. Empty while the session rests on a roster that is not here yet.
  public Optional<Participation> participation(
      SessionId session, ParticipantId participant, ParticipantChannel channel) throws IOException {
    try (MDC.MDCCloseable _ = SessionTraces.logged(session.value())) {
      return known(session, participant, channel);
    }
  }

  private Optional<Participation> known(
      SessionId session, ParticipantId participant, ParticipantChannel channel) throws IOException {
    Optional<Participation> known = store.find(session, participant);
    if (known.isEmpty()) {
      SessionView view = channel.session(session.value());
      if (trust.awaitsRosterOf(view)) {
        waits.roster(session, participant, view);
        return Optional.empty();
      }
      store.begin(reader.settle(view, session, participant, channel));
      known = store.find(session, participant);
    }
    if (known.isPresent() && known.get().isRejected()) {
      rejections.tell(session, participant, channel);
      return known;
    }
    if (known.isPresent() && isWithoutNoise(known.get())) {
      return withoutNoise(known.get());
    }
    if (known.isPresent() && consentsByItself(known.get())) {
      SessionTerms terms = known.get().terms().orElseThrow();
      if (newcomers.needsApproval(participant, terms.settled())) {
        waits.approvalAlone(session, participant);
        return known;
      }
      give(known.get(), terms);
      return store.find(session, participant);
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
    if (!policy.asksForSumsWithoutNoise()) {
      reader.sayRefused(known.session(), known.participant(), SessionReader.rejected());
      consents.refuse(known, Refusal.SUMS_WITHOUT_NOISE_REJECTED);
      consents.end(known.session(), known.participant());
    } else if (known.status() == Status.ACTIVE && known.approvedAt().isEmpty()) {
      log.warn(
          "{} waits for approval of session {} again: its sums carry no noise, and no person approved it",
          known.participant(),
          known.session());
      consents.askAgain(known);
    }
    return store.find(known.session(), known.participant()).filter(found -> !isEarly(found));
  }

  /// Whether the delay after a person's approval goes on. The argument is read after the look at
  /// the holder's choice, so an approval in between counts.
  private boolean isEarly(Participation found) {
    return found.status() == Status.ACTIVE
        && found
            .approvedAt()
            .filter(at -> !clock.instant().isBefore(at.plus(policy.answerDelay())))
            .isEmpty();
  }

  private boolean consentsByItself(Participation participation) {
    return participation.status() == Status.AWAITING_APPROVAL
        && policy.approval() == ConsentSettings.Approval.AUTO;
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
      consents.refuse(asked, e.reason());
    }
  }

  /// With noise, a consent waits for the end of a class of time after the data is frozen.
  private Approval consentInTime(Participation asked, SessionTerms terms)
      throws IOException, RefusedException {
    long start = System.nanoTime();
    Approval approval = consent(asked, terms, Consenter.SERVICE);
    if (approval instanceof Approval.Given && terms.disclosure() instanceof Disclosure.NoisySums) {
      try {
        pool.restToEndOfClass(asked.session(), start);
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
      Approval approval;
      synchronized (approving) {
        approval = approved(session, participant, cells, joinsAlone);
      }
      if (approval instanceof Approval.Given) {
        listener.accept(participant);
      }
      return approval;
    }
  }

  private Approval approved(
      SessionId session,
      ParticipantId participant,
      Optional<List<Integer>> cells,
      boolean joinsAlone)
      throws IOException {
    Optional<Participation> asked =
        store
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
    if (!joinsAlone && newcomers.needsApproval(participant, terms.settled())) {
      return new Approval.Mismatch(
          "the participant joins alone, and the approval does not state joinsAlone: wouldDisclose of"
              + " the participation says what an approval is for");
    }
    if (terms.isWithoutNoise() && !exposures.isMeasured(asked.get())) {
      return new Approval.Unmeasured();
    }
    try {
      if (joinsAlone) {
        // Before the consent: a round that begins right after it asks for this approval.
        newcomers.requireSession(participant, terms.settled(), terms.cohort());
        newcomers.approve(participant, terms.settled());
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
    return store
        .find(session, participant)
        .filter(found -> found.status() == Status.ACTIVE)
        .isPresent();
  }

  /// Rejects for the holder a session that waits for approval.
  ///
  /// @return whether the session waited
  boolean reject(SessionId session, ParticipantId participant) {
    boolean isRejected =
        store
            .find(session, participant)
            .filter(found -> found.status() == Status.AWAITING_APPROVAL)
            .filter(consents::reject)
            .isPresent();
    if (isRejected) {
      // A consent that was computed meanwhile has reserved budget.
      consents.end(session, participant);
      listener.accept(participant);
    }
    return isRejected;
  }

  /// Compares the session with the limits again: budget may have been spent since first contact.
  private Approval consent(Participation asked, SessionTerms terms, Consenter by)
      throws IOException, RefusedException {
    Algorithm algorithm = Algorithms.of(terms.parameters(), terms.items());
    admission.requireSession(asked.session(), asked.participant(), algorithm, terms.cohort());
    newcomers.requireSession(asked.participant(), algorithm, terms.cohort());
    Approval approval =
        by == Consenter.SERVICE ? giveInPool(asked, terms) : consents.give(asked, terms, by);
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
      return pool.computeOverData(() -> {
        try (MDC.MDCCloseable _ = SessionTraces.logged(asked.session().value())) {
          return consents.give(asked, terms, Consenter.SERVICE);
        }
      });
    } catch (IOException | RefusedException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
