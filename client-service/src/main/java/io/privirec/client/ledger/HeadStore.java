package io.privirec.client.ledger;

import io.privirec.privacy.ledger.LedgerHead;
import io.privirec.secagg.ParticipantId;
import java.util.Optional;

/// Keeps the heads of ledgers in the database, apart from the files.
public interface HeadStore {
  /// Empty before the first entry.
  Optional<LedgerHead> find(ParticipantId participant);

  void save(ParticipantId participant, LedgerHead head);

  /// The head that the coordinator showed last; empty before the first.
  Optional<WitnessedHead> witnessed(ParticipantId participant);

  /// Keeps a head, unless a newer one is known: an old one must not undo what the newer one told.
  void keepNewestWitnessed(ParticipantId participant, WitnessedHead head);

  /// Does something in a transaction, or in the one that is under way, while nobody else does so
  /// for the participant.
  void alone(ParticipantId participant, Runnable action);
}
