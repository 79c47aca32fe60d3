package io.privirec.client.runtime;

import io.privirec.client.catalogue.Catalogue;
import io.privirec.client.catalogue.CatalogueException;
import io.privirec.client.catalogue.Catalogues;
import io.privirec.client.coordinator.CoordinatorRefusedException;
import io.privirec.client.coordinator.CoordinatorText;
import io.privirec.client.coordinator.ParticipantChannel;
import io.privirec.client.interactions.InteractionStore;
import io.privirec.client.runtime.Participation.Status;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.ThreatModel;
import io.privirec.session.OnLoss;
import io.privirec.wire.ProblemType;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// First contact with a session, and its end.
final class SessionWork {
  private static final Logger log = LoggerFactory.getLogger(SessionWork.class);

  private final ParticipationStore store;
  private final InteractionStore interactions;
  private final Catalogues catalogues;
  private final Snapshots snapshots;
  private final Broadcasts broadcasts;
  private final Algorithms algorithms;
  private final Trust trust;
  private final boolean approveByItself;
  private final RuntimeObserver observer;

  SessionWork(
      ParticipationStore store,
      InteractionStore interactions,
      Catalogues catalogues,
      Snapshots snapshots,
      Broadcasts broadcasts,
      Algorithms algorithms,
      Trust trust,
      boolean approveByItself,
      RuntimeObserver observer) {
    this.store = store;
    this.interactions = interactions;
    this.catalogues = catalogues;
    this.snapshots = snapshots;
    this.broadcasts = broadcasts;
    this.algorithms = algorithms;
    this.trust = trust;
    this.approveByItself = approveByItself;
    this.observer = observer;
  }

  /// The participant's part in the session; at first contact the terms are settled and its data is
  /// frozen.
  Participation participation(
      SessionId session, ParticipantId participant, ParticipantChannel channel) throws IOException {
    var known = store.find(session, participant);
    if (known.isPresent()) {
      return known.get();
    }
    Participation participation = settle(session, participant, channel);
    store.begin(participation);
    return participation;
  }

  private Participation settle(
      SessionId session, ParticipantId participant, ParticipantChannel channel) throws IOException {
    try {
      SessionTerms terms = terms(channel.session(session.value()), session, participant);
      Status status =
          approveByItself && terms.itemPairs().isEmpty() ? Status.ACTIVE : Status.AWAITING_APPROVAL;
      log.info("{} knows session {}: {}", participant, session, status);
      return Participation.agreed(session, participant, status, terms);
    } catch (RefusedException e) {
      log.warn(
          "{} refuses session {}: {} ({})",
          participant,
          session,
          e.reason().code(),
          CoordinatorText.printable(String.valueOf(e.getMessage())));
      observer.gaveUp(e.reason().code());
      return Participation.refused(session, participant, e.reason());
    }
  }

  private SessionTerms terms(SessionView view, SessionId session, ParticipantId participant)
      throws IOException, RefusedException {
    ThreatModel threatModel = trust.threatModel(view);
    KeyAgreement keyAgreement = Trust.keyAgreement(view);
    OnLoss onLoss = trust.onLoss(view);
    Catalogue catalogue = catalogue(view.catalogueVersion());
    Algorithm algorithm = Algorithms.of(view.parameters(), catalogue.items());
    RoundTermsCheck.requireLossesAllowed(algorithm, onLoss);
    boolean readsData = algorithm.contributor().readsData();
    InteractionMatrix all =
        readsData
            ? interactions.matrix(participant)
            : InteractionMatrix.of(0, catalogue.items(), new int[1], new int[0]);
    InteractionMatrix data = all.firstItems(catalogue.items());
    RefusedException.require(
        data.interactions() > 0 || !readsData,
        Refusal.NO_INTERACTIONS,
        "the participant has no interactions");
    Digest snapshot = snapshots.freeze(session, participant, data);
    return new SessionTerms(
        view.algorithm(),
        view.parameters(),
        threatModel,
        keyAgreement,
        onLoss,
        view.catalogueVersion(),
        catalogue.digest(),
        catalogue.items(),
        snapshot,
        Snapshots.digest(all),
        algorithm.opensItemPairs() ? Optional.of(ItemPairs.of(data)) : Optional.empty());
  }

  private Catalogue catalogue(int version) throws RefusedException {
    try {
      return catalogues.version(version);
    } catch (CatalogueException e) {
      throw new RefusedException(Refusal.CATALOGUE_INVALID, String.valueOf(e.getMessage()), e);
    }
  }

  /// Asks how the participant's open sessions stand, and closes those that are over.
  ///
  /// @return whether one of them has published a release
  boolean closeFinished(ParticipantId participant, ParticipantChannel channel) throws IOException {
    boolean published = false;
    for (Participation open : store.open(participant)) {
      SessionView.Status status;
      try {
        status = channel.session(open.session().value()).status();
      } catch (CoordinatorRefusedException e) {
        if (e.is(ProblemType.UNKNOWN_SESSION)) {
          close(open);
          continue;
        }
        // One session that the coordinator does not tell of must not keep the others open.
        log.warn("{} in session {}: {}", participant, open.session(), e.getMessage());
        continue;
      }
      if (status.isOver()) {
        close(open);
        published |= status == SessionView.Status.PUBLISHED;
      }
    }
    return published;
  }

  private void close(Participation open) throws IOException {
    log.info("Session {} is over for {}", open.session(), open.participant());
    // Files first: a crash in between must not leave them behind a session that counts as over.
    snapshots.forget(open.session(), open.participant());
    broadcasts.forget(open.session());
    algorithms.forget(open.session());
    store.close(open.session(), open.participant());
  }
}
