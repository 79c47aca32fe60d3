package io.privirec.round;

import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Where rounds and their event logs are kept. Each method is one transaction.
public interface RoundStore {
  /// Keeps a new round.
  ///
  /// @param lock taken first, and held until the transaction ends
  /// @return false when the lock refuses, or the session has that attempt already: somebody else
  ///   was faster
  boolean insert(Round round, OpeningLock lock);

  /// The round of that id.
  Optional<Round> find(RoundId id);

  /// A session's rounds in order: by index, then attempt.
  List<Round> ofSession(String sessionId);

  /// Open rounds that invite a participant, oldest first.
  List<Round> openFor(ParticipantId participant);

  /// All open rounds.
  List<Round> open();

  /// Open rounds whose deadline has passed.
  List<RoundId> overdue(Instant now);

  /// Postpones the deadlines of open rounds to that time from now, at most by the length of a
  /// phase. Later deadlines stay. A repetition at the same time changes nothing.
  ///
  /// @param longest phases that have lasted longer than their deadline by more keep it
  void postpone(Instant now, Duration time, Duration longest);

  /// Events from position `from` on; none of a round that is over.
  List<CoordinatorEvent> events(RoundId id, int from);

  /// Whether the event is in the log, also after the round is over; not for ever.
  boolean isLogged(RoundId id, CoordinatorEvent event);

  /// Appends an event and replaces the round, if nothing changed since `before` was read. When it
  /// is over then, the content of its log and the records of its chunks are deleted in the same
  /// transaction.
  ///
  /// @return false when somebody else was faster
  boolean append(Round before, CoordinatorEvent event, Round after, Instant now);

  /// Replaces the round, if nothing changed since `before` was read. When it is over then, the
  /// content of its log and the records of its chunks are deleted in the same transaction.
  ///
  /// @return false when somebody else was faster
  boolean replace(Round before, Round after);

  /// Deletes what is left of the log of a round that is over.
  void forgetLog(RoundId id);

  /// What is recorded of those of the rounds that exist.
  Map<RoundId, Summary> summaries(Collection<RoundId> ids);

  /// The sessions of rounds that are over and have something left of their log.
  Set<String> sessionsWithLogs();

  /// The sessions of rounds in which a participant has sent a message.
  Set<String> sessionsWithMessages();

  /// Deletes what is left of the logs of rounds of those sessions that are over.
  ///
  /// @return how many events
  int forgetLogs(Collection<String> sessionIds);

  /// Deletes records of chunks that came to a round when it was over already.
  ///
  /// @return how many
  int deleteLateChunks();

  /// Deletes the rounds of sessions, and everything that is recorded of them.
  void forget(Collection<String> sessionIds);

  /// Whose a round is, and where it stands.
  record Summary(String sessionId, RoundStatus status) {}
}
