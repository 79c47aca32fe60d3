package io.privirec.coordinator.round;

import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Where rounds and their event logs are kept. Each method is one transaction.
public interface RoundStore {
  /// Keeps a new round of a running session.
  ///
  /// @return false when the session has that attempt already, or runs no longer: somebody else was
  ///   faster
  boolean insert(Round round);

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

  /// Events from position `from` on; none of a round that is over.
  List<CoordinatorEvent> events(RoundId id, int from);

  /// Whether the event is in the log, also after the round is over; not for ever.
  boolean hasTaken(RoundId id, CoordinatorEvent event);

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

  /// How those of the rounds stand that exist.
  Map<RoundId, RoundStatus> statuses(Collection<RoundId> ids);

  /// Those of the rounds whose sum is being made, or may be needed by a session that is not over.
  Set<RoundId> withSum(Collection<RoundId> ids);

  /// Deletes records that came to a round when it was over already, and the logs of sessions that
  /// are over.
  ///
  /// @return how many
  int deleteRemains();
}
