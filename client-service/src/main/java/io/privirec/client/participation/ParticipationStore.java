package io.privirec.client.participation;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.NoiseSeed;
import io.privirec.federation.SessionSecret;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.participant.ParticipantState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Keeps the sessions and rounds of participants. Protocol states are encrypted at rest. Every
/// method is one transaction, or a part of the transaction under way.
public interface ParticipationStore {
  /// Steps of one transaction.
  @FunctionalInterface
  interface Steps<T> {
    T run() throws RefusedException;
  }

  /// Runs steps in one transaction. Either all steps are durable when the method returns, or none.
  <T> T atomically(Steps<T> steps) throws RefusedException;

  Optional<Participation> find(SessionId session, ParticipantId participant);

  /// Sessions of a participant, oldest first.
  List<Participation> of(ParticipantId participant);

  /// Sessions of a participant that are not over, oldest first.
  List<Participation> open(ParticipantId participant);

  /// The names of the snapshots that sessions of a participant are over, without the sessions that
  /// are over. Reads no terms, so that damaged ones do not matter here.
  List<Instant> openDataTimes(ParticipantId participant);

  /// Whether another participant of this service is in the session, and still takes part.
  boolean isOpenForOthers(SessionId session, ParticipantId participant);

  void begin(Participation participation);

  /// Returns whether a participation awaits approval, and locks it until the end of the
  /// transaction. A rejection during a consent waits, and then ends the participation.
  boolean awaitsApproval(SessionId session, ParticipantId participant);

  /// Returns whether a participation is active, and keeps it so until the end of the transaction. A
  /// rejection waits, and then sees what the transaction led to.
  boolean isActive(SessionId session, ParticipantId participant);

  /// Makes a participation active.
  ///
  /// @param snapshot of the data that is consented to; empty where the session reads no data
  /// @param pairs of the snapshot, if the session opens pairs of items of single users
  void activate(
      SessionId session,
      ParticipantId participant,
      Optional<Digest> snapshot,
      Optional<ItemPairs> pairs,
      boolean byPerson);

  /// Takes back a consent that no person gave: the participation awaits approval.
  void askAgain(SessionId session, ParticipantId participant);

  /// Ends a participation that is not over.
  void refuse(SessionId session, ParticipantId participant, Refusal reason);

  /// Ends a participation that awaits approval, or whose consent came meanwhile. It waits for a
  /// consent under way.
  ///
  /// @return false if the participation is over, or has joined a round
  boolean reject(SessionId session, ParticipantId participant, Refusal reason);

  /// Marks the session as over for this participant and deletes the secrets of its rounds.
  void close(SessionId session, ParticipantId participant);

  /// The standing of the participant in a round.
  Standing standing(RoundKey key);

  /// The standing of a participant in a round.
  sealed interface Standing {
    /// The participant has not joined.
    record Unknown() implements Standing {}

    /// Joined.
    ///
    /// @param kernel version of the code that masks the input. Empty before the participant masks
    /// @param noise seed of the attempt's noise. Empty for a round without noise
    record Joined(ParticipantState state, Optional<String> kernel, Optional<NoiseSeed> noise)
        implements Standing {}

    /// Aborted, or forgotten because the participant joined a later round.
    record Closed() implements Standing {}
  }

  /// Keeps the first state of a round. Gives earlier rounds of the session up, and deletes the
  /// secrets of earlier rounds. So each input has one attempt at a time.
  ///
  /// @param name the round's name
  /// @param noise of this attempt alone. Empty for a round without noise
  void join(
      RoundKey key,
      String name,
      RoundRecord record,
      ParticipantState state,
      Optional<NoiseSeed> noise);

  /// Keeps a state that follows another.
  ///
  /// @throws IllegalStateException if another process has gone on from there meanwhile
  void save(RoundKey key, ParticipantState before, ParticipantState next);

  /// Keeps the version of the code that masks the input of a round.
  void recordKernel(RoundKey key, String kernel);

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

  /// The secret of a participant in a session, encrypted until the session is over.
  ///
  /// @param fresh the secret to keep if the participant has none
  SessionSecret secret(SessionId session, ParticipantId participant, Supplier<SessionSecret> fresh);

  /// The digest of the broadcast before a round, from the first attempt that the participant
  /// joined.
  Optional<Digest> broadcast(SessionId session, ParticipantId participant, int index);

  void addTraffic(RoundKey key, long bytesUp, long bytesDown);

  /// In the order of rounds and attempts.
  List<RoundStanding> rounds(SessionId session, ParticipantId participant);
}
