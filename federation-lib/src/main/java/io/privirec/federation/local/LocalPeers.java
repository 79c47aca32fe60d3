package io.privirec.federation.local;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.federation.peers.PeerFailureException;
import io.privirec.federation.peers.PeerFailureException.Code;
import io.privirec.federation.peers.PeerJournal;
import io.privirec.federation.peers.PeerSteps;
import io.privirec.federation.peers.PeerSums;
import io.privirec.federation.peers.PeerTerms;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.peer.PeerEnvelope;
import io.privirec.secagg.peer.PeerGroup;
import io.privirec.secagg.peer.PeerParty;
import io.privirec.secagg.peer.PeerParty.Outgoing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/// All participants of a session that compute among themselves, in one process: real keys, masks,
/// signatures and envelopes, which are handed over instead of sent.
final class LocalPeers {
  private final PeerTerms terms;
  private final SortedSet<ParticipantId> cohort;
  private final SortedMap<ParticipantId, PeerParty> parties = new TreeMap<>();

  /// For everybody whose turn it is to look.
  private final Object news = new Object();

  /// What one participant does.
  @FunctionalInterface
  interface Part {
    void take(ParticipantId participant, PeerSums sums)
        throws IOException, PeerFailureException, InterruptedException;
  }

  LocalPeers(
      PeerTerms terms,
      PeerGroup group,
      SortedMap<ParticipantId, IdentityKeyPair> identities,
      SecureRandom random) {
    this.terms = terms;
    this.cohort = Collections.unmodifiableSortedSet(new TreeSet<>(identities.keySet()));
    identities.forEach((id, identity) ->
        parties.put(
            id,
            new PeerParty(
                group,
                id,
                identity,
                AgreementKeyPair.generate(group.agreement(), random),
                terms.topology().neighbours(id, cohort),
                terms.spread(cohort),
                terms.length(),
                random,
                () -> {})));
  }

  /// Has everybody take part, and waits for them.
  ///
  /// @param work a directory for journals
  void run(Path work, Part part) throws IOException, PeerFailureException {
    SortedMap<ParticipantId, Future<?>> running = new TreeMap<>();
    try {
      exchange();
      for (PeerParty party : parties.values()) {
        party.agree();
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("peers of this process do not lie", e);
    }
    for (ParticipantId id : cohort) {
      FutureTask<Void> task =
          new FutureTask<>(() -> {
            Path own = Files.createDirectories(work.resolve("peer-" + id));
            try (PeerJournal journal = PeerJournal.open(own, terms.length())) {
              PeerParty party = Objects.requireNonNull(parties.get(id));
              part.take(id, terms.sums(cohort, party, steps(party), journal));
            }
            return null;
          });
      running.put(id, task);
      Thread.ofPlatform().daemon().name("peer-" + id).start(task);
    }
    for (ParticipantId id : cohort) {
      join(Objects.requireNonNull(running.get(id)));
    }
  }

  private static void join(Future<?> task) throws IOException, PeerFailureException {
    try {
      task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while peers compute", e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case PeerFailureException failure -> throw failure;
        case IOException failure -> throw failure;
        case null, default -> throw new IllegalStateException("a peer has failed", e);
      }
    }
  }

  /// A waiting participant hands on its envelopes. It looks again when somebody was handed
  /// something.
  private PeerSteps steps(PeerParty party) {
    return step -> {
      synchronized (news) {
        hand(party);
        while (!party.isComplete(step)) {
          news.wait();
          hand(party);
        }
      }
    };
  }

  private void hand(PeerParty party) throws PeerFailureException {
    try {
      if (deliver(party)) {
        news.notifyAll();
      }
    } catch (GeneralSecurityException e) {
      throw new PeerFailureException(
          Code.PEER_EQUIVOCATED, Collections.emptySortedSet(), String.valueOf(e.getMessage()));
    }
  }

  private void exchange() throws GeneralSecurityException {
    boolean isNew = true;
    while (isNew) {
      isNew = false;
      for (PeerParty party : parties.values()) {
        isNew |= deliver(party);
      }
    }
  }

  /// @return whether a neighbour has something now that it did not have
  private boolean deliver(PeerParty party) throws GeneralSecurityException {
    boolean isNew = false;
    for (ParticipantId neighbour : party.neighbours()) {
      Optional<Outgoing> next = party.next(neighbour);
      while (next.isPresent()) {
        isNew |=
            Objects.requireNonNull(parties.get(neighbour))
                .receive(PeerEnvelope.decode(next.get().envelope().bytes()));
        party.delivered(next.get());
        next = party.next(neighbour);
      }
    }
    return isNew;
  }
}
