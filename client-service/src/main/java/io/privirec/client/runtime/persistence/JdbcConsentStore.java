package io.privirec.client.runtime.persistence;

import io.privirec.client.runtime.ConsentStore;
import io.privirec.client.runtime.Consenter;
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
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Objects;
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
    return jdbc.sql("select * from snapshot where participant = ? order by data_as_of desc limit 1")
        .param(participant.value())
        .query((row, number) -> snapshot(row))
        .optional();
  }

  @Override
  public Optional<Snapshot> find(ParticipantId participant, Instant dataAsOf) {
    return jdbc.sql("select * from snapshot where participant = ? and data_as_of = ?")
        .params(participant.value(), OffsetDateTime.ofInstant(dataAsOf, ZoneOffset.UTC))
        .query((row, number) -> snapshot(row))
        .optional();
  }

  private static Snapshot snapshot(ResultSet row) throws SQLException {
    return new Snapshot(
        new ParticipantId(row.getString("participant")),
        row.getObject("data_as_of", OffsetDateTime.class).toInstant(),
        Digest.parse(row.getString("sha256")),
        row.getObject("frozen_at", OffsetDateTime.class).toInstant(),
        row.getLong("users"),
        row.getLong("interactions"));
  }

  @Override
  public Optional<Decision> consent(
      SessionId session, ParticipantId participant, Instant dataAsOf, Consenter by, Choice choice)
      throws IOException, RefusedException {
    try {
      return Objects.requireNonNull(
          transaction.execute(status -> consentOnce(session, participant, dataAsOf, by, choice)));
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

  private Optional<Decision> consentOnce(
      SessionId session, ParticipantId participant, Instant dataAsOf, Consenter by, Choice choice) {
    // Of two consents of a participant at a time, the second finds the snapshot of the first.
    jdbc.sql("select pg_advisory_xact_lock(hashtext('consent'), hashtext(?))")
        .param(participant.value())
        .query((row, number) -> true)
        .single();
    if (!isAwaiting(session, participant)) {
      return Optional.empty();
    }
    Optional<Snapshot> named = find(participant, dataAsOf);
    Decision decision;
    try {
      decision = choice.of(named, newest(participant));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RefusedException e) {
      throw new RefusedInTransaction(e);
    }
    if (decision instanceof Decision.Consent consent) {
      if (named.isEmpty()) {
        consent.snapshot().ifPresent(this::insert);
      }
      activate(session, participant, by, consent);
    }
    return Optional.of(decision);
  }

  /// Locks the row. A rejection during the consent waits, and then ends the participation.
  private boolean isAwaiting(SessionId session, ParticipantId participant) {
    return jdbc.sql(
            """
            select status from participation where session_id = ? and participant = ? for update\
            """)
        .params(session.value(), participant.value())
        .query(String.class)
        .optional()
        .equals(Optional.of("AWAITING_APPROVAL"));
  }

  private void insert(Snapshot snapshot) {
    jdbc.sql(
            """
            insert into snapshot (participant, data_as_of, frozen_at, sha256, users, interactions)
            values (?, ?, ?, ?, ?, ?)\
            """)
        .params(
            snapshot.participant().value(),
            OffsetDateTime.ofInstant(snapshot.dataAsOf(), ZoneOffset.UTC),
            OffsetDateTime.ofInstant(snapshot.frozenAt(), ZoneOffset.UTC),
            snapshot.sha256().hex(),
            snapshot.users(),
            snapshot.interactions())
        .update();
  }

  private void activate(
      SessionId session, ParticipantId participant, Consenter by, Decision.Consent consent) {
    @Nullable ItemPairs pairs = consent.itemPairs().orElse(null);
    jdbc.sql(
            """
            update participation
            set status = 'ACTIVE', snapshot_sha256 = ?, item_pairs = ?,
              item_pairs_of_one_user = ?, consented_at = now(),
              approved_at = case when ? then clock_timestamp() end
            where session_id = ? and participant = ?\
            """)
        .param(consent.snapshot().map(snapshot -> snapshot.sha256().hex()).orElse(null))
        .param(pairs == null ? null : pairs.distinct())
        .param(pairs == null ? null : pairs.ofOneUser())
        .param(by == Consenter.PERSON)
        .param(session.value())
        .param(participant.value())
        .update();
  }

  @Override
  public void askAgain(SessionId session, ParticipantId participant) {
    jdbc.sql(
            """
            update participation set status = 'AWAITING_APPROVAL'
            where session_id = ? and participant = ? and status = 'ACTIVE' and approved_at is null\
            """)
        .params(session.value(), participant.value())
        .update();
  }

  @Override
  public void refuse(SessionId session, ParticipantId participant, Refusal reason) {
    jdbc.sql(
            """
            update participation set status = 'OVER', refusal = ?
            where session_id = ? and participant = ? and status <> 'OVER'\
            """)
        .params(reason.code(), session.value(), participant.value())
        .update();
  }

  @Override
  public boolean reject(SessionId session, ParticipantId participant, Refusal reason) {
    return Boolean.TRUE.equals(
        transaction.execute(_ -> {
          // The lock comes first: only a later statement sees what a consent under way has led to.
          boolean isRejected = isAwaiting(session, participant) || !hasRounds(session, participant);
          if (isRejected) {
            refuse(session, participant, reason);
          }
          return isRejected;
        }));
  }

  private boolean hasRounds(SessionId session, ParticipantId participant) {
    return jdbc.sql(
            """
            select exists (select from round_participation where session_id = ? and participant = ?)\
            """)
        .params(session.value(), participant.value())
        .query(Boolean.class)
        .single();
  }

  @Override
  public boolean isUsed(ParticipantId participant, Digest sha256) {
    return jdbc.sql(
            """
            select exists (select 1 from snapshot s
              join participation p on p.participant = s.participant and p.data_as_of = s.data_as_of
              where s.participant = ? and s.sha256 = ? and p.status <> 'OVER')\
            """)
        .params(participant.value(), sha256.hex())
        .query(Boolean.class)
        .single();
  }
}
