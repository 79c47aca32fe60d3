package io.privirec.client.runtime;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.util.Optional;

/// Keeps consents and the snapshots that they are for. Every method is one transaction, durable
/// when it returns.
public interface ConsentStore {
  /// The snapshot that was frozen last.
  Optional<Snapshot> newest(ParticipantId participant);

  /// A snapshot by its digest; of several with the same one, the newest.
  Optional<Snapshot> find(ParticipantId participant, Digest sha256);

  /// Decides what a consent is for.
  @FunctionalInterface
  interface Choice {
    /// The snapshot to be used, and what the terms say of it.
    ///
    /// @param newest what was frozen last
    Frozen of(Optional<Snapshot> newest) throws IOException, RefusedException;
  }

  /// What is consented to.
  ///
  /// @param snapshot empty where the session reads no data
  record Frozen(Optional<Snapshot> snapshot, Optional<ItemPairs> itemPairs) {}

  /// Makes a participation that awaits approval active. Consents of one participant are given one
  /// after the other, so that two at once do not freeze twice.
  ///
  /// @return whether it was awaiting approval; otherwise nothing was chosen
  boolean consent(SessionId session, ParticipantId participant, Choice choice)
      throws IOException, RefusedException;

  /// Ends a participation that awaits approval.
  void refuse(SessionId session, ParticipantId participant, Refusal reason);

  /// Whether a session that is not over uses a snapshot.
  boolean isUsed(ParticipantId participant, Digest sha256);
}
