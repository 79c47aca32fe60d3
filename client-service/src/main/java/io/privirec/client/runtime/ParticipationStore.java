package io.privirec.client.runtime;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.participant.OpenedBefore;
import io.privirec.secagg.participant.OpenedUnseen;
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

  /// What the participant was told of the cohorts of a session.
  CohortHistory cohorts(SessionId session, ParticipantId participant);

  /// Keeps the first state of a round and what its record says of the cohort, and forgets the
  /// secrets of the session's earlier rounds.
  ///
  /// @param name the round's name
  void join(RoundKey key, String name, RoundRecord record, ParticipantState state);

  /// Keeps a state that follows another.
  ///
  /// @throws IllegalStateException if another process has gone on from there meanwhile
  void save(RoundKey key, ParticipantState before, ParticipantState next);

  /// Keeps a state that is about to mask the input, and that the input may be opened from now on.
  ///
  /// @param input empty when the contribution does not depend on data
  void saveMasking(
      RoundKey key,
      ParticipantState before,
      ParticipantState next,
      OpenedUnseen round,
      Optional<Input> input);

  /// Rounds of other sessions that an input was masked for, and that this participant has not
  /// answered.
  List<OpenedUnseen> openedUnseen(RoundKey key, Input input);

  /// Keeps a state that holds a signature of a survivor set, and that set.
  ///
  /// @param input empty when the contribution does not depend on data
  /// @return what speaks against opening the input over that set; then nothing is kept
  Optional<OpenedBefore.TooClose> saveSignature(
      RoundKey key,
      ParticipantState before,
      ParticipantState next,
      OpenedBefore.Opening opening,
      Optional<Input> input);

  /// Keeps a state that holds an unmask answer, the survivor set it is for, and that the input is
  /// open over it. Never forgotten.
  ///
  /// @param input empty when the contribution does not depend on data
  /// @return what speaks against it; then nothing is kept
  Optional<OpenedBefore.TooClose> saveAnswer(
      RoundKey key,
      ParticipantState before,
      ParticipantState next,
      OpenedBefore.Opening opening,
      Optional<Input> input);

  /// Records that a round is given up, and how far it had come; its secrets are forgotten.
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
