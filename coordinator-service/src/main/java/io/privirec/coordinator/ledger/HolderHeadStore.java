package io.privirec.coordinator.ledger;

import io.privirec.secagg.ParticipantId;
import io.privirec.wire.LedgerHeadStatement;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Keeps for each participant the newest head of its holder's ledger. To the coordinator it says
/// nothing that it acts on: it is a witness, for the day on which the holder is restored to an
/// older state.
@Repository
class HolderHeadStore {
  private final JdbcClient jdbc;

  HolderHeadStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// Empty before the first.
  Optional<LedgerHeadStatement> find(ParticipantId participant) {
    return jdbc.sql(
            "select entries, hash, at_millis, signature from holder_ledger_head where participant = ?")
        .param(participant.value())
        .query((row, number) ->
            new LedgerHeadStatement(
                row.getLong(1), row.getString(2), row.getLong(3), row.getString(4)))
        .optional();
  }

  /// Keeps a statement, unless the one that is kept is as new. After a reconciliation a ledger may
  /// be shorter than before; its last entry is later.
  ///
  /// @param statement whose signature was verified
  void keepNewest(ParticipantId participant, LedgerHeadStatement statement) {
    jdbc.sql(
            """
            insert into holder_ledger_head (participant, entries, hash, at_millis, signature)
            values (?, ?, ?, ?, ?)
            on conflict (participant) do update
            set entries = excluded.entries, hash = excluded.hash,
                at_millis = excluded.at_millis, signature = excluded.signature
            where (excluded.at_millis, excluded.entries)
                > (holder_ledger_head.at_millis, holder_ledger_head.entries)\
            """)
        .params(
            participant.value(),
            statement.entries(),
            statement.hash(),
            statement.at(),
            statement.signature())
        .update();
  }
}
