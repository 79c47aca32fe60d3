package io.privirec.coordinator.ledger;

import io.privirec.privacy.ledger.LedgerHead;
import java.util.Optional;
import java.util.function.Function;

/// Where the head of the ledger lies, apart from the file. Only one process at a time works on the
/// file: the one that has the head.
public interface LedgerHeadStore {
  /// Does something with the head, which nobody else has meanwhile: until the end of the caller's
  /// transaction, or else of one of its own.
  ///
  /// @param work gets the head; empty before there was an entry
  <T> T locked(Function<Optional<LedgerHead>, T> work);

  /// Replaces the head, inside [#locked].
  void save(LedgerHead head);
}
