package io.privirec.client.ledger.persistence;

import io.privirec.client.ledger.HeadStore;
import io.privirec.client.ledger.WitnessedHead;
import io.privirec.privacy.ledger.LedgerHead;
import io.privirec.secagg.ParticipantId;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@Repository
class JdbcHeadStore implements HeadStore {
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;

  JdbcHeadStore(JdbcClient jdbc, PlatformTransactionManager transactions) {
    this.jdbc = jdbc;
    this.transaction = new TransactionTemplate(transactions);
  }

  @Override
  public Optional<LedgerHead> find(ParticipantId participant) {
    return jdbc.sql("select entries, sha256 from ledger_head where participant = ?")
        .param(participant.value())
        .query((row, number) -> new LedgerHead(row.getLong(1), row.getString(2)))
        .optional();
  }

  @Override
  public void save(ParticipantId participant, LedgerHead head) {
    jdbc.sql(
            """
            insert into ledger_head (participant, entries, sha256) values (?, ?, ?)
            on conflict (participant) do update
            set entries = excluded.entries, sha256 = excluded.sha256\
            """)
        .params(participant.value(), head.entries(), head.hash())
        .update();
  }

  @Override
  public Optional<WitnessedHead> witnessed(ParticipantId participant) {
    return jdbc.sql("select entries, sha256, at_millis from witnessed_head where participant = ?")
        .param(participant.value())
        .query((row, number) ->
            new WitnessedHead(new LedgerHead(row.getLong(1), row.getString(2)), row.getLong(3)))
        .optional();
  }

  @Override
  public void keepNewestWitnessed(ParticipantId participant, WitnessedHead witnessed) {
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

  @Override
  public void alone(ParticipantId participant, Runnable action) {
    transaction.executeWithoutResult(status -> {
      jdbc.sql("select pg_advisory_xact_lock(hashtext('ledger'), hashtext(?))")
          .param(participant.value())
          .query((row, number) -> true)
          .single();
      action.run();
    });
  }
}
