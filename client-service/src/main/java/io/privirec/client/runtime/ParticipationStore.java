package io.privirec.client.runtime;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.roster.Cell;
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

  /// The session is over for this participant: secrets of its rounds are forgotten.
  void close(SessionId session, ParticipantId participant);

  /// Where the participant is in a round.
  Standing standing(RoundKey key);

  /// What is known of a round.
  sealed interface Standing {
    /// Nothing: it was not joined.
    record Unknown() implements Standing {}

    /// Joined.
    ///
    /// @param kernel version of the code that masks its input; empty before it masks
    record Joined(ParticipantState state, Optional<String> kernel) implements Standing {}

    /// Aborted, or forgotten because a later one was joined.
    record Closed() implements Standing {}
  }

  /// Keeps the first state of a round. Earlier rounds of the session are given up before, and their
  /// secrets forgotten: of one input there is one attempt at a time.
  ///
  /// @param name the round's name
  void join(RoundKey key, String name, RoundRecord record, ParticipantState state);

  /// Keeps a state that follows another.
  ///
  /// @throws IllegalStateException if another process has gone on from there meanwhile
  void save(RoundKey key, ParticipantState before, ParticipantState next);

  /// What a participant is about to mask in a closed round.
  ///
  /// @param roster that the round relies on
  /// @param cell the participant's own, whose sum counts as opened from now on; empty when the
  ///   contribution does not depend on data
  record Opening(RosterReference roster, Optional<Cell> cell) {}

  /// Keeps a state that is about to mask the input, and what counts as opened with it. No roster is
  /// put in force meanwhile.
  ///
  /// @param kernel version of the code that masks
  /// @param opening empty in a tolerant round
  /// @return false, and nothing kept, if the round's roster is not in force any more
  boolean saveMasking(
      RoundKey key,
      ParticipantState before,
      ParticipantState next,
      String kernel,
      Optional<Opening> opening);

  /// Records that a round is given up, and how far it had come; its secrets are forgotten.
  void abort(RoundKey key, String reason);

  /// The digests of chunks that were masked so far, by chunk.
  Map<Integer, Digest> chunks(RoundKey key);

  /// Records the digest of a masked chunk before it is sent.
  ///
  /// @return the digest recorded first, which may be another
  Digest recordChunk(RoundKey key, int chunk, Digest digest);

  /// Records what every broadcast of a session must repeat.
  ///
  /// @return the digest recorded first, which may be another
  Digest recordConstants(SessionId session, ParticipantId participant, Digest constants);

  void addTraffic(RoundKey key, long bytesUp, long bytesDown);

  /// In the order of rounds and attempts.
  List<RoundStanding> rounds(SessionId session, ParticipantId participant);
}
