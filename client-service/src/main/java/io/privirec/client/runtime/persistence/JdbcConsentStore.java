package io.privirec.client.runtime.persistence;

import io.privirec.client.runtime.ConsentStore;
import io.privirec.client.runtime.ItemPairs;
import io.privirec.client.runtime.Refusal;
import io.privirec.client.runtime.RefusedException;
import io.privirec.client.runtime.SessionId;
import io.privirec.client.runtime.Snapshot;
import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@Repository
class JdbcConsentStore implements ConsentStore {
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;

  JdbcConsentStore(JdbcClient jdbc, PlatformTransactionManager transactions) {
    this.jdbc = jdbc;
    this.transaction = new TransactionTemplate(transactions);
  }

  @Override
  public Optional<Snapshot> newest(ParticipantId participant) {
    return jdbc.sql("select * from snapshot where participant = ? order by frozen_at desc limit 1")
        .param(participant.value())
        .query((row, number) -> snapshot(row))
        .optional();
  }

  @Override
  public Optional<Snapshot> find(ParticipantId participant, Digest sha256) {
    return jdbc.sql(
            """
            select * from snapshot where participant = ? and sha256 = ?
            order by frozen_at desc limit 1\
            """)
        .params(participant.value(), sha256.hex())
        .query((row, number) -> snapshot(row))
        .optional();
  }

  private static Snapshot snapshot(ResultSet row) throws SQLException {
    return new Snapshot(
        new ParticipantId(row.getString("participant")),
        Digest.parse(row.getString("sha256")),
        row.getObject("frozen_at", OffsetDateTime.class).toInstant(),
        row.getLong("users"),
        row.getLong("interactions"));
  }

  @Override
  public boolean consent(SessionId session, ParticipantId participant, Choice choice)
      throws IOException, RefusedException {
    try {
      return Boolean.TRUE.equals(
          transaction.execute(status -> consentOnce(session, participant, choice)));
    } catch (UncheckedIOException e) {
      throw e.getCause() == null ? new IOException(e) : e.getCause();
    } catch (RefusedInTransaction e) {
      throw e.refusal;
    }
  }

  /// Ends the transaction.
  private static final class RefusedInTransaction extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient RefusedException refusal;

    RefusedInTransaction(RefusedException refusal) {
      super(refusal);
      this.refusal = refusal;
    }
  }

  private boolean consentOnce(SessionId session, ParticipantId participant, Choice choice) {
    jdbc.sql("select id from participant where id = ? for update")
        .param(participant.value())
        .query(String.class)
        .single();
    if (!isAwaiting(session, participant)) {
      return false;
    }
    Optional<Snapshot> newest = newest(participant);
    Frozen frozen;
    try {
      frozen = choice.of(newest);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RefusedException e) {
      throw new RefusedInTransaction(e);
    }
    if (!frozen.snapshot().equals(newest)) {
      frozen.snapshot().ifPresent(this::insert);
    }
    activate(session, participant, frozen);
    return true;
  }

  private boolean isAwaiting(SessionId session, ParticipantId participant) {
    return jdbc.sql("select status from participation where session_id = ? and participant = ?")
        .params(session.value(), participant.value())
        .query(String.class)
        .optional()
        .equals(Optional.of("AWAITING_APPROVAL"));
  }

  private void insert(Snapshot snapshot) {
    jdbc.sql(
            """
            insert into snapshot (participant, frozen_at, sha256, users, interactions)
            values (?, ?, ?, ?, ?)\
            """)
        .params(
            snapshot.participant().value(),
            OffsetDateTime.ofInstant(snapshot.frozenAt(), ZoneOffset.UTC),
            snapshot.sha256().hex(),
            snapshot.users(),
            snapshot.interactions())
        .update();
  }

  private void activate(SessionId session, ParticipantId participant, Frozen frozen) {
    @Nullable ItemPairs pairs = frozen.itemPairs().orElse(null);
    jdbc.sql(
            """
            update participation
            set status = 'ACTIVE', snapshot_sha256 = ?, item_pairs = ?,
              item_pairs_of_one_user = ?, consented_at = now()
            where session_id = ? and participant = ?\
            """)
        .param(frozen.snapshot().map(snapshot -> snapshot.sha256().hex()).orElse(null))
        .param(pairs == null ? null : pairs.distinct())
        .param(pairs == null ? null : pairs.ofOneUser())
        .param(session.value())
        .param(participant.value())
        .update();
  }

  @Override
  public void refuse(SessionId session, ParticipantId participant, Refusal reason) {
    jdbc.sql(
            """
            update participation set status = 'OVER', refusal = ?
            where session_id = ? and participant = ? and status = 'AWAITING_APPROVAL'\
            """)
        .params(reason.code(), session.value(), participant.value())
        .update();
  }

  @Override
  public boolean isUsed(ParticipantId participant, Digest sha256) {
    return jdbc.sql(
            """
            select exists (select 1 from participation
              where participant = ? and snapshot_sha256 = ? and status <> 'OVER')\
            """)
        .params(participant.value(), sha256.hex())
        .query(Boolean.class)
        .single();
  }
}
