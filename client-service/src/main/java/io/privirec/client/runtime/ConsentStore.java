package io.privirec.client.runtime;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/// Keeps consents and the snapshots that they are for. Every method is one transaction, durable
/// when it returns.
public interface ConsentStore {
  /// The snapshot with the latest `dataAsOf`.
  Optional<Snapshot> newest(ParticipantId participant);

  /// A snapshot by its name.
  Optional<Snapshot> find(ParticipantId participant, Instant dataAsOf);

  /// Decides what a consent is for.
  @FunctionalInterface
  interface Choice {
    /// The snapshot to be used, and what the terms say of it; or that it is too early.
    ///
    /// @param named the snapshot of the name that the session states
    /// @param newest the one with the latest name
    Decision of(Optional<Snapshot> named, Optional<Snapshot> newest)
        throws IOException, RefusedException;
  }

  /// Whether there is a consent now.
  sealed interface Decision {
    /// What is consented to.
    ///
    /// @param snapshot empty where the session reads no data
    record Consent(Optional<Snapshot> snapshot, Optional<ItemPairs> itemPairs)
        implements Decision {}

    /// The participation goes on awaiting.
    ///
    /// @param from when the snapshot may be frozen
    record NotYet(Instant from) implements Decision {}
  }

  /// Makes a participation that awaits approval active, unless it is too early. Consents of one
  /// participant are given one after the other, so that two at once do not freeze twice.
  ///
  /// @param dataAsOf that the session states
  /// @param by who consents
  /// @return what was chosen; empty: it was not awaiting approval
  Optional<Decision> consent(
      SessionId session, ParticipantId participant, Instant dataAsOf, Consenter by, Choice choice)
      throws IOException, RefusedException;

  /// Takes back a consent that no person gave: the participation awaits approval.
  void askAgain(SessionId session, ParticipantId participant);

  /// Ends a participation that is not over.
  void refuse(SessionId session, ParticipantId participant, Refusal reason);

  /// Ends a participation that awaits approval, or whose consent came meanwhile. It waits for a
  /// consent under way.
  ///
  /// @return false if the participation is over, or has joined a round
  boolean reject(SessionId session, ParticipantId participant, Refusal reason);

  /// Whether a session that is not over is over a snapshot of that digest.
  boolean isUsed(ParticipantId participant, Digest sha256);
}
