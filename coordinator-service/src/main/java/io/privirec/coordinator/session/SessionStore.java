package io.privirec.coordinator.session;

import io.privirec.coordinator.ledger.CoordinatorLedger.KnownSessions;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.SessionView.Status;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hibernate.exception.ConstraintViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/// Where sessions are kept. Each method is one transaction.
@Repository
class SessionStore implements KnownSessions {
  /// A cell of a session is probed once.
  private static final String PROBE_CONSTRAINT = "session_probe";

  private final EntityManager entities;
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;

  /// How a session stands, and who of some participants is in the cohort that it began with.
  record Standing(Status status, Set<ParticipantId> members) {}

  SessionStore(EntityManager entities, JdbcClient jdbc, PlatformTransactionManager transactions) {
    this.entities = entities;
    this.jdbc = jdbc;
    this.transaction = new TransactionTemplate(transactions);
  }

  /// Creates and keeps a session over data. Such sessions are created one after the other, also by
  /// several processes.
  ///
  /// @param latest the latest `dataAsOf` that may be chosen again
  /// @param session given the newest `dataAsOf` up to then; empty: there is none
  /// @return the session
  @Transactional
  AggregationSession create(
      Instant latest, Function<Optional<Instant>, AggregationSession> session) {
    // Locked until the session is there: two at once must not each choose a time.
    jdbc.sql("lock table snapshot_time in share row exclusive mode").update();
    Optional<Instant> newest =
        jdbc.sql("select max(data_as_of) from snapshot_time where data_as_of <= ?")
            .param(OffsetDateTime.ofInstant(latest, ZoneOffset.UTC))
            .query((row, number) ->
                Optional.ofNullable(row.getObject(1, OffsetDateTime.class))
                    .map(OffsetDateTime::toInstant))
            .single();
    AggregationSession created = session.apply(newest);
    entities.persist(new SessionEntity(created));
    jdbc.sql("insert into snapshot_time values (?) on conflict do nothing")
        .param(OffsetDateTime.ofInstant(created.dataAsOf(), ZoneOffset.UTC))
        .update();
    return created;
  }

  /// Keeps a session that reads nobody's data.
  @Transactional
  void insert(AggregationSession session) {
    entities.persist(new SessionEntity(session));
  }

  /// Keeps the probes of one session, unless it has some.
  void insertProbes(List<AggregationSession> probes) {
    try {
      transaction.executeWithoutResult(_ -> {
        probes.forEach(probe -> entities.persist(new SessionEntity(probe)));
        entities.flush();
      });
    } catch (ConstraintViolationException e) {
      if (!PROBE_CONSTRAINT.equals(e.getConstraintName())) {
        throw e;
      }
    }
  }

  /// The probes of a session, by cell.
  @Transactional(readOnly = true)
  List<AggregationSession> probesOf(String origin) {
    return entities
        .createQuery(
            "select s from SessionEntity s where s.probeOf = :origin order by s.probeCell",
            SessionEntity.class)
        .setParameter("origin", origin)
        .getResultStream()
        .map(SessionEntity::toDomain)
        .toList();
  }

  /// The session of that id.
  @Transactional(readOnly = true)
  Optional<AggregationSession> find(String id) {
    return Optional.ofNullable(entities.find(SessionEntity.class, id)).map(SessionEntity::toDomain);
  }

  /// The standing of the session of that id. Asked with every envelope of a participant: without
  /// reading the whole cohort.
  Optional<Standing> standing(String id, Collection<ParticipantId> participants) {
    return jdbc.sql(
            """
            select status, array(select participant_id from session_member
              where session_id = id and participant_id = any(:participants))
            from aggregation_session where id = :id\
            """)
        .param(
            "participants", participants.stream().map(ParticipantId::value).toArray(String[]::new))
        .param("id", id)
        .query((row, _) ->
            new Standing(
                Status.valueOf(row.getString(1)),
                Arrays.stream((String[]) row.getArray(2).getArray())
                    .map(ParticipantId::new)
                    .collect(Collectors.toUnmodifiableSet())))
        .optional();
  }

  /// The newest sessions, newest first.
  @Transactional(readOnly = true)
  List<AggregationSession> newest(int count) {
    return entities
        .createQuery(
            "select s from SessionEntity s order by s.createdAt desc, s.id", SessionEntity.class)
        .setMaxResults(count)
        .getResultStream()
        .map(SessionEntity::toDomain)
        .toList();
  }

  /// Replaces the session, if nothing changed since `before` was read.
  ///
  /// @return false when somebody else was faster
  boolean replace(AggregationSession before, AggregationSession after) {
    try {
      return Boolean.TRUE.equals(transaction.execute(_ -> change(before, after)));
    } catch (OptimisticLockingFailureException _) {
      return false;
    }
  }

  /// Takes or keeps the right to drive every active session that nobody else is driving. The
  /// store's clock counts: those of the processes may differ.
  ///
  /// @param owner who asks
  /// @param time after which the right ends unless it is renewed
  /// @return the sessions that are the owner's now
  Set<String> lease(String owner, Duration time) {
    return Set.copyOf(
        jdbc.sql(
                """
                update aggregation_session
                set lease_owner = :owner, lease_until = now() + :millis * interval '1 millisecond'
                where active
                  and (lease_owner is null or lease_owner = :owner or lease_until < now())
                returning id
                """)
            .param("owner", owner)
            .param("millis", time.toMillis())
            .query(String.class)
            .list());
  }

  /// Gives all of the owner's rights back.
  void endLeases(String owner) {
    jdbc.sql(
            "update aggregation_session set lease_owner = null, lease_until = null"
                + " where lease_owner = ?")
        .param(owner)
        .update();
  }

  @Override
  public Set<String> known(Collection<String> ids) {
    return jdbc.sql("select id from aggregation_session where id = any(?)")
        .param(ids.toArray(String[]::new))
        .query(String.class)
        .set();
  }

  @Override
  public Set<String> active(Collection<String> ids) {
    return jdbc.sql("select id from aggregation_session where active and id = any(?)")
        .param(ids.toArray(String[]::new))
        .query(String.class)
        .set();
  }

  /// Locks a session that is running, inside a transaction of somebody else and until its end: it
  /// runs on until then.
  ///
  /// @return false when it runs no longer
  @Transactional(propagation = Propagation.MANDATORY)
  boolean lockRunning(String id) {
    // Shared: whoever ends the session waits, finds the round that came to be, and gives it up.
    return jdbc.sql("select status = 'RUNNING' from aggregation_session where id = ? for share")
        .param(id)
        .query(Boolean.class)
        .single();
  }

  /// Sessions that are over, the newest first.
  List<String> over() {
    return jdbc.sql(
            """
            select id from aggregation_session where not active and finished_at is not null
            order by finished_at desc, id\
            """)
        .query(String.class)
        .list();
  }

  /// Deletes sessions that are over and have neither rounds nor a release.
  @Transactional
  void forget(Collection<String> ids) {
    String[] old = ids.toArray(String[]::new);
    jdbc.sql("delete from session_stage where session_id = any(?)").param(old).update();
    jdbc.sql("delete from session_member where session_id = any(?)").param(old).update();
    jdbc.sql("delete from aggregation_session where id = any(?)").param(old).update();
  }

  /// Records how long a stage took; a repeated stage replaces the earlier figure.
  void recordStage(String sessionId, String stage, double seconds) {
    jdbc.sql(
            """
            insert into session_stage (session_id, position, name, seconds)
            select :session, count(*), :stage, :seconds
            from session_stage where session_id = :session
            on conflict (session_id, name) do update set seconds = excluded.seconds
            """)
        .param("session", sessionId)
        .param("stage", stage)
        .param("seconds", seconds)
        .update();
  }

  /// Seconds by stage, in order.
  Map<String, Double> stages(String sessionId) {
    Map<String, Double> stages = new LinkedHashMap<>();
    jdbc.sql("select name, seconds from session_stage where session_id = ? order by position")
        .param(sessionId)
        .query(row -> {
          stages.put(row.getString(1), row.getDouble(2));
        });
    return stages;
  }

  private boolean change(AggregationSession before, AggregationSession after) {
    SessionEntity entity = entities.find(SessionEntity.class, before.id());
    if (entity == null || !entity.hasVersion(before.version())) {
      return false;
    }
    entity.become(after);
    return true;
  }
}
