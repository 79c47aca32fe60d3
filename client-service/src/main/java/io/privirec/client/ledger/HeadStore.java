package io.privirec.client.ledger;

import io.privirec.privacy.ledger.LedgerHead;
import io.privirec.secagg.ParticipantId;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Keeps the heads of ledgers in the database, apart from the files.
@Repository
class HeadStore {
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;

  HeadStore(JdbcClient jdbc, PlatformTransactionManager transactions) {
    this.jdbc = jdbc;
    this.transaction = new TransactionTemplate(transactions);
  }

  /// Empty before the first entry.
  Optional<LedgerHead> find(ParticipantId participant) {
    return jdbc.sql("select entries, sha256 from ledger_head where participant = ?")
        .param(participant.value())
        .query((row, number) -> new LedgerHead(row.getLong(1), row.getString(2)))
        .optional();
  }

  void save(ParticipantId participant, LedgerHead head) {
    jdbc.sql(
            """
            insert into ledger_head (participant, entries, sha256) values (?, ?, ?)
            on conflict (participant) do update
            set entries = excluded.entries, sha256 = excluded.sha256\
            """)
        .params(participant.value(), head.entries(), head.hash())
        .update();
  }

  /// The head that the coordinator showed last; empty before the first.
  Optional<WitnessedHead> witnessed(ParticipantId participant) {
    return jdbc.sql("select entries, sha256, at_millis from witnessed_head where participant = ?")
        .param(participant.value())
        .query((row, number) ->
            new WitnessedHead(new LedgerHead(row.getLong(1), row.getString(2)), row.getLong(3)))
        .optional();
  }

  /// Keeps a head, unless a newer one is known: an old one must not undo what the newer one told.
  void keepNewestWitnessed(ParticipantId participant, WitnessedHead witnessed) {
    jdbc.sql(
            """
            insert into witnessed_head (participant, entries, sha256, at_millis) values (?, ?, ?, ?)
            on conflict (participant) do update
            set entries = excluded.entries, sha256 = excluded.sha256,
                at_millis = excluded.at_millis
            where (excluded.at_millis, excluded.entries)
                > (witnessed_head.at_millis, witnessed_head.entries)\
            """)
        .params(
            participant.value(),
            witnessed.head().entries(),
            witnessed.head().hash(),
            witnessed.at())
        .update();
  }

  /// Does something in a transaction, or in the one that is under way, while nobody else does so
  /// for the participant.
  void alone(ParticipantId participant, Runnable action) {
    transaction.executeWithoutResult(status -> {
      jdbc.sql("select pg_advisory_xact_lock(hashtext('ledger'), hashtext(?))")
          .param(participant.value())
          .query((row, number) -> true)
          .single();
      action.run();
    });
  }
}
