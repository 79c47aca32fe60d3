package io.privirec.client.runtime;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.participant.ParticipantState;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Keeps what participants do in sessions. Protocol states are encrypted at rest. Every method is
/// one transaction, durable when it returns.
public interface ParticipationStore {
  Optional<Participation> find(SessionId session, ParticipantId participant);

  /// All of a participant, oldest first.
  List<Participation> of(ParticipantId participant);

  /// Those that are not over, oldest first.
  List<Participation> open(ParticipantId participant);

  void begin(Participation participation);

  /// Makes a participation that awaits approval active.
  ///
  /// @return whether it was awaiting approval
  boolean approve(SessionId session, ParticipantId participant);

  /// The session is over for this participant: secrets of its rounds are forgotten.
  void close(SessionId session, ParticipantId participant);

  /// Where the participant is in a round.
  Standing standing(RoundKey key);

  /// What is known of a round.
  sealed interface Standing {
    /// Nothing: it was not joined.
    record Unknown() implements Standing {}

    /// Joined.
    record Joined(ParticipantState state) implements Standing {}

    /// Aborted, or forgotten because a later one was joined.
    record Closed() implements Standing {}
  }

  /// Whether the participant has persisted an unmask answer in any attempt of this round.
  boolean hasAnswered(RoundKey key);

  /// Keeps the first state of a round and forgets the secrets of the session's earlier rounds.
  void join(RoundKey key, RoundTerms terms, ParticipantState state);

  /// What is kept of a round's record for people.
  record RoundTerms(String name, long elements, int minSurvivors) {}

  void save(RoundKey key, ParticipantState state);

  /// Keeps a state that holds an unmask answer, and that this round was answered.
  ///
  /// @return false, and nothing kept, if another attempt of the round was answered before
  boolean saveAnswer(RoundKey key, ParticipantState state);

  /// Records the end of a round for this participant; its secrets are forgotten.
  void abort(RoundKey key, String reason);

  /// The digests of chunks that were masked so far, by chunk.
  Map<Integer, Digest> chunks(RoundKey key);

  /// Records the digest of a masked chunk before it is sent.
  ///
  /// @return the digest recorded first, which may be another
  Digest recordChunk(RoundKey key, int chunk, Digest digest);

  void addTraffic(RoundKey key, long bytesUp, long bytesDown);

  List<RoundStanding> rounds(SessionId session, ParticipantId participant);
}
