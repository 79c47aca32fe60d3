package io.privirec.coordinator.session;

import io.privirec.secagg.ParticipantId;
import io.privirec.wire.SessionView.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Where sessions are kept. Each method is one transaction.
public interface SessionStore {
  /// Creates and keeps a session over data. Such sessions are created one after the other, also by
  /// several processes.
  ///
  /// @param latest the latest `dataAsOf` that may be chosen again
  /// @param session given the newest `dataAsOf` up to then; empty: there is none
  /// @return the session
  AggregationSession create(
      Instant latest, Function<Optional<Instant>, AggregationSession> session);

  /// Keeps a session that reads nobody's data.
  void insert(AggregationSession session);

  /// Keeps the probes of one session, unless it has some.
  void insertProbes(List<AggregationSession> probes);

  /// The probes of a session, by cell.
  List<AggregationSession> probesOf(String origin);

  /// The session of that id.
  Optional<AggregationSession> find(String id);

  /// How a session stands, and who of some participants is in the cohort that it began with.
  record Standing(Status status, Set<ParticipantId> members) {}

  /// The standing of the session of that id.
  Optional<Standing> standing(String id, Collection<ParticipantId> participants);

  /// The newest sessions, newest first.
  List<AggregationSession> newest(int count);

  /// Replaces the session, if nothing changed since `before` was read.
  ///
  /// @return false when somebody else was faster
  boolean replace(AggregationSession before, AggregationSession after);

  /// Takes or keeps the right to drive every active session that nobody else is driving. The
  /// store's clock counts: those of the processes may differ.
  ///
  /// @param owner who asks
  /// @param time after which the right ends unless it is renewed
  /// @return the sessions that are the owner's now
  Set<String> lease(String owner, Duration time);

  /// Gives all of the owner's rights back.
  void endLeases(String owner);

  /// Those of the sessions that are stored.
  Set<String> known(Collection<String> ids);

  /// Those of the sessions in which something is left to do.
  Set<String> active(Collection<String> ids);

  /// Locks a session that is running, inside a transaction of somebody else and until its end: it
  /// runs on until then.
  ///
  /// @return false when it runs no longer
  boolean lockRunning(String id);

  /// Sessions that are over, the newest first.
  List<String> over();

  /// Deletes sessions that are over and have neither rounds nor a release.
  void forget(Collection<String> ids);

  /// Records how long a stage took; a repeated stage replaces the earlier figure.
  void recordStage(String sessionId, String stage, double seconds);

  /// Seconds by stage, in order.
  Map<String, Double> stages(String sessionId);
}
