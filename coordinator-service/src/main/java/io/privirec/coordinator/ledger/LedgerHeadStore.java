package io.privirec.coordinator.ledger;

import io.privirec.privacy.ledger.LedgerHead;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/// Where the head of the ledger lies, apart from the file. Only one process at a time works on the
/// file: the one that has the head.
@Repository
class LedgerHeadStore {
  private final JdbcClient jdbc;

  LedgerHeadStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// Does something with the head, which nobody else has meanwhile: until the end of the caller's
  /// transaction, or else of one of its own.
  ///
  /// @param work gets the head; empty before there was an entry
  @Transactional
  <T> T locked(Function<Optional<LedgerHead>, T> work) {
    return work.apply(
        jdbc.sql("select entries, hash from privacy_ledger for update")
            .query((row, number) -> head(row.getLong(1), row.getString(2)))
            .single());
  }

  private static Optional<LedgerHead> head(long entries, @Nullable String hash) {
    return hash == null ? Optional.empty() : Optional.of(new LedgerHead(entries, hash));
  }

  /// Replaces the head, inside [#locked].
  @Transactional(propagation = Propagation.MANDATORY)
  void save(LedgerHead head) {
    jdbc.sql("update privacy_ledger set entries = ?, hash = ?")
        .params(head.entries(), head.hash())
        .update();
  }
}
