package io.privirec.client.runtime;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.NoiseSeed;
import io.privirec.federation.SessionSecret;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.participant.ParticipantState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Keeps the sessions and rounds of participants. Protocol states are encrypted at rest. Every
/// method is one transaction, durable when it returns, or a part of the transaction under way.
public interface ParticipationStore {
  /// Runs steps in one transaction: all of them are durable when it returns, or none is.
  <T> T atomically(Supplier<T> steps);

  Optional<Participation> find(SessionId session, ParticipantId participant);

  /// All of a participant, oldest first.
  List<Participation> of(ParticipantId participant);

  /// Those that are not over, oldest first.
  List<Participation> open(ParticipantId participant);

  /// Whether anybody else who is hosted here is in a session that is not over for them.
  boolean isOpenForOthers(SessionId session, ParticipantId participant);

  void begin(Participation participation);

  /// Marks the session as over for this participant and deletes the secrets of its rounds.
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
    /// @param noise what the attempt's noise is drawn from; empty where the round has none
    record Joined(ParticipantState state, Optional<String> kernel, Optional<NoiseSeed> noise)
        implements Standing {}

    /// Aborted, or forgotten because a later one was joined.
    record Closed() implements Standing {}
  }

  /// Keeps the first state of a round. Earlier rounds of the session are given up before, and their
  /// secrets forgotten: of one input there is one attempt at a time.
  ///
  /// @param name the round's name
  /// @param noise of this attempt and no other; empty where the round has none
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

  /// What a participant draws in a session, kept encrypted until the session is over for it.
  ///
  /// @param fresh what is kept if nothing was drawn before
  SessionSecret secret(SessionId session, ParticipantId participant, Supplier<SessionSecret> fresh);

  /// The digest of what was broadcast before a round, as of its first attempt that was joined.
  Optional<Digest> broadcast(SessionId session, ParticipantId participant, int index);

  void addTraffic(RoundKey key, long bytesUp, long bytesDown);

  /// In the order of rounds and attempts.
  List<RoundStanding> rounds(SessionId session, ParticipantId participant);
}
