package io.privirec.coordinator.round;

import io.privirec.crypto.digest.Digest;
import io.privirec.round.OpeningLock;
import io.privirec.round.RecentlyUsed;
import io.privirec.round.Round;
import io.privirec.round.RoundStatus;
import io.privirec.round.RoundStore;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import jakarta.persistence.EntityManager;
import jakarta.persistence.OptimisticLockException;
import java.security.GeneralSecurityException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.hibernate.exception.ConstraintViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@Repository
class JpaRoundStore implements RoundStore {
  private static final int KEPT_RECORDS = 256;
  private static final int KEPT_ROUNDS = 64;

  /// An attempt of a round of a session exists once.
  private static final String ATTEMPT_CONSTRAINT = "round_attempt";

  private static final String OF_SESSIONS = "(select id from round where session_id = any(?))";

  private final EntityManager entities;
  private final JdbcClient jdbc;
  private final SealedEvents events;
  private final RoundMemberRows members;
  private final TransactionTemplate transaction;
  private final TransactionTemplate reading;

  /// Rounds as they were read last. A thousand participants who wait ask for theirs every second,
  /// and each answer would read a record with a thousand keys.
  private final RecentlyUsed<String, Round> latest = new RecentlyUsed<>(KEPT_ROUNDS);

  /// Records never change; decoding one checks all its keys.
  private final RecentlyUsed<String, SignedRoundRecord> records = new RecentlyUsed<>(KEPT_RECORDS);

  JpaRoundStore(
      EntityManager entities,
      JdbcClient jdbc,
      SealedEvents events,
      PlatformTransactionManager transactions) {
    this.entities = entities;
    this.jdbc = jdbc;
    this.events = events;
    this.members = new RoundMemberRows(jdbc);
    this.transaction = new TransactionTemplate(transactions);
    this.reading = new TransactionTemplate(transactions);
    reading.setReadOnly(true);
  }

  @Override
  public boolean insert(Round round, OpeningLock lock) {
    return unlessBeaten(() -> {
      boolean wanted = lock.take();
      if (wanted) {
        entities.persist(new RoundEntity(round));
        // Now, not at the commit: its members refer to it, and who is beaten is told here.
        entities.flush();
        members.insert(round);
      }
      return wanted;
    });
  }

  @Override
  public Optional<Round> find(RoundId id) {
    return jdbc.sql("select id, version from round where id = ?")
        .param(id.hex())
        .query(JpaRoundStore::version)
        .optional()
        .flatMap(this::asOf);
  }

  @Override
  public List<Round> ofSession(String sessionId) {
    return asOf(
        jdbc.sql(
                """
                select id, version from round where session_id = ? order by round_index, attempt\
                """)
            .param(sessionId)
            .query(JpaRoundStore::version)
            .list());
  }

  @Override
  public List<Round> openFor(ParticipantId participant) {
    return asOf(
        jdbc.sql(
                """
                select r.id, r.version from round r join round_member m on m.round_id = r.id
                where r.status = 'OPEN' and m.participant_id = ? order by r.opened_at\
                """)
            .param(participant.value())
            .query(JpaRoundStore::version)
            .list());
  }

  @Override
  public List<Round> open() {
    return asOf(
        jdbc.sql("select id, version from round where status = 'OPEN' order by opened_at")
            .query(JpaRoundStore::version)
            .list());
  }

  /// Every change of what a [Round] says raises its version.
  private record RoundVersion(String id, long version) {}

  private static RoundVersion version(ResultSet row, int number) throws SQLException {
    return new RoundVersion(row.getString(1), row.getLong(2));
  }

  private List<Round> asOf(List<RoundVersion> versions) {
    return versions.stream().flatMap(seen -> asOf(seen).stream()).toList();
  }

  /// The round as of that version or a later one; empty when it was deleted meanwhile.
  private Optional<Round> asOf(RoundVersion seen) {
    Optional<Round> known =
        latest.get(seen.id()).filter(round -> round.version() >= seen.version());
    return known.isPresent() ? known : read(seen.id());
  }

  private Optional<Round> read(String id) {
    Optional<Round> fresh =
        read(() -> Optional.ofNullable(entities.find(RoundEntity.class, id)).map(this::toDomain));
    fresh.ifPresent(round ->
        latest.merge(id, round, (old, later) -> old.version() > later.version() ? old : later));
    return fresh;
  }

  @Override
  public List<RoundId> overdue(Instant now) {
    return jdbc.sql("select id from round where status = 'OPEN' and deadline <= ?")
        .param(Timestamp.from(now))
        .query((row, _) -> RoundId.parse(row.getString(1)))
        .list();
  }

  @Override
  public void postpone(Instant now, Duration time, Duration longest) {
    jdbc.sql(
            """
            update round set version = version + 1, deadline = granted.deadline
            from (select id, cast(:now as timestamptz)
                + least(phase_deadline_ms, :time) * interval '1 millisecond' as deadline
              from round where status = 'OPEN' and phase_since
                + (phase_deadline_ms + :longest) * interval '1 millisecond' >= :now) granted
            where round.id = granted.id and round.status = 'OPEN'
              and round.deadline < granted.deadline\
            """)
        .param("now", Timestamp.from(now))
        .param("time", time.toMillis())
        .param("longest", longest.toMillis())
        .update();
  }

  @Override
  public List<CoordinatorEvent> events(RoundId id, int from) {
    return jdbc.sql(
            """
            select seq, sealed from round_event
            where round_id = ? and seq >= ? and sealed is not null order by seq\
            """)
        .params(id.hex(), from)
        .query((row, _) -> events.open(id.hex(), row.getInt(1), row.getBytes(2)))
        .list();
  }

  @Override
  public boolean isLogged(RoundId id, CoordinatorEvent event) {
    return jdbc.sql("select count(*) > 0 from round_event where round_id = ? and digest = ?")
        .params(id.hex(), digest(event))
        .query(Boolean.class)
        .single();
  }

  @Override
  public boolean append(Round before, CoordinatorEvent event, Round after, Instant now) {
    String id = before.id().hex();
    return unlessBeaten(() -> {
      // Whoever gets past this holds the round's row: the event's number is free, or the log
      // broken.
      if (!change(before, after)) {
        return false;
      }
      jdbc.sql(
              """
              insert into round_event (round_id, seq, digest, sealed, received_at)
              values (?, ?, ?, ?, ?)\
              """)
          .params(
              id,
              before.events(),
              digest(event),
              events.seal(id, before.events(), event),
              Timestamp.from(now))
          .update();
      scrubIfOver(after);
      return true;
    });
  }

  @Override
  public boolean replace(Round before, Round after) {
    return unlessBeaten(() -> {
      boolean changed = change(before, after);
      if (changed) {
        scrubIfOver(after);
      }
      return changed;
    });
  }

  @Override
  public void forgetLog(RoundId id) {
    jdbc.sql(
            """
            delete from round_event
            where round_id = (select id from round where id = ? and status in ('DONE', 'FAILED'))\
            """)
        .param(id.hex())
        .update();
  }

  @Override
  public Map<RoundId, Summary> summaries(Collection<RoundId> ids) {
    Map<RoundId, Summary> summaries = new HashMap<>();
    jdbc.sql("select id, session_id, status from round where id = any(?)")
        .param(hex(ids))
        .query(row -> {
          summaries.put(
              RoundId.parse(row.getString(1)),
              new Summary(row.getString(2), RoundStatus.valueOf(row.getString(3))));
        });
    return summaries;
  }

  @Override
  public Set<String> sessionsWithLogs() {
    return jdbc.sql(
            """
            select distinct r.session_id from round r
            where r.status in ('DONE', 'FAILED')
              and exists (select from round_event e where e.round_id = r.id)\
            """)
        .query(String.class)
        .set();
  }

  @Override
  public Set<String> sessionsWithMessages() {
    return jdbc.sql("select distinct session_id from round where events > 0")
        .query(String.class)
        .set();
  }

  @Override
  public int forgetLogs(Collection<String> sessionIds) {
    return jdbc.sql(
            """
            delete from round_event e using round r
            where r.id = e.round_id and r.status in ('DONE', 'FAILED') and r.session_id = any(?)\
            """)
        .param(sessionIds.toArray(String[]::new))
        .update();
  }

  @Override
  public int deleteLateChunks() {
    return jdbc.sql(
            """
            delete from round_chunk c using round r
            where r.id = c.round_id and r.status in ('DONE', 'FAILED')\
            """)
        .update();
  }

  @Override
  public void forget(Collection<String> sessionIds) {
    String[] sessions = sessionIds.toArray(String[]::new);
    transaction.executeWithoutResult(_ -> {
      for (String statement :
          List.of(
              "delete from round_chunk where round_id in " + OF_SESSIONS,
              "delete from round_event where round_id in " + OF_SESSIONS,
              "delete from round_member where round_id in " + OF_SESSIONS)) {
        jdbc.sql(statement).param(sessions).update();
      }
      jdbc.sql("delete from round where session_id = any(?)").param(sessions).update();
    });
  }

  private static String[] hex(Collection<RoundId> ids) {
    return ids.stream().map(RoundId::hex).toArray(String[]::new);
  }

  private void scrubIfOver(Round round) {
    if (round.status().isOver()) {
      jdbc.sql("update round_event set sealed = null where round_id = ?")
          .param(round.id().hex())
          .update();
      jdbc.sql("delete from round_chunk where round_id = ?").param(round.id().hex()).update();
    }
  }

  private boolean change(Round before, Round after) {
    RoundEntity entity = entities.find(RoundEntity.class, before.id().hex());
    if (entity == null || !entity.hasVersion(before.version())) {
      return false;
    }
    entity.copyFrom(after);
    // Now, not at the commit: who is beaten must not get further.
    entities.flush();
    members.update(before, after);
    return true;
  }

  /// Losing a race is an answer; every other failure of the database is thrown.
  private boolean unlessBeaten(Supplier<Boolean> work) {
    try {
      return Boolean.TRUE.equals(transaction.execute(_ -> work.get()));
    } catch (OptimisticLockException | OptimisticLockingFailureException _) {
      return false;
    } catch (ConstraintViolationException e) {
      if (ATTEMPT_CONSTRAINT.equals(e.getConstraintName())) {
        return false;
      }
      throw e;
    }
  }

  private static byte[] digest(CoordinatorEvent event) {
    return Digest.of(event.encode()).bytes();
  }

  private <T> T read(Supplier<T> work) {
    T result = reading.execute(_ -> work.get());
    if (result == null) {
      throw new IllegalStateException("a read transaction gave no result");
    }
    return result;
  }

  private Round toDomain(RoundEntity entity) {
    SignedRoundRecord record =
        records
            .get(entity.id())
            .orElseGet(() -> {
              SignedRoundRecord decoded = decodeRecord(entity);
              records.merge(entity.id(), decoded, (old, _) -> old);
              return decoded;
            });
    return members.standings(entity.id(), (lost, faults) -> entity.toDomain(record, lost, faults));
  }

  private static SignedRoundRecord decodeRecord(RoundEntity entity) {
    try {
      return SignedRoundRecord.decode(entity.signedRecord());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(
          "the stored record of round " + entity.id() + " is broken", e);
    }
  }
}
