package io.privirec.coordinator.ledger;

import io.privirec.secagg.ParticipantId;
import io.privirec.wire.LedgerHeadStatement;
import java.util.Optional;

/// Keeps for each participant the newest head of its holder's ledger. To the coordinator it says
/// nothing that it acts on: it is a witness, for the day on which the holder is restored to an
/// older state.
public interface HolderHeadStore {
  /// Empty before the first.
  Optional<LedgerHeadStatement> find(ParticipantId participant);

  /// Keeps a statement, unless the one that is kept is as new.
  ///
  /// @param statement whose signature was verified
  void keepNewest(ParticipantId participant, LedgerHeadStatement statement);
}
