package io.privirec.coordinator.ledger;

import io.privirec.privacy.ledger.LedgerHead;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

@Repository
class JdbcLedgerHeadStore implements LedgerHeadStore {
  private final JdbcClient jdbc;

  JdbcLedgerHeadStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  @Transactional
  public <T> T locked(Function<Optional<LedgerHead>, T> work) {
    return work.apply(
        jdbc.sql("select entries, hash from privacy_ledger for update")
            .query((row, number) -> head(row.getLong(1), row.getString(2)))
            .single());
  }

  private static Optional<LedgerHead> head(long entries, @Nullable String hash) {
    return hash == null ? Optional.empty() : Optional.of(new LedgerHead(entries, hash));
  }

  @Override
  @Transactional(propagation = Propagation.MANDATORY)
  public void save(LedgerHead head) {
    jdbc.sql("update privacy_ledger set entries = ?, hash = ?")
        .params(head.entries(), head.hash())
        .update();
  }
}
