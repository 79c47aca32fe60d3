package io.privirec.coordinator.participant;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Where participants and unused enrolment tokens are kept. Each method is one transaction.
public interface ParticipantStore {
  /// Keeps the right to enrol one participant; only the token's hash is stored.
  void addToken(Digest tokenHash, Instant expiresAt);

  /// Enrols and spends the token, or changes nothing.
  ///
  /// @param now a token that expired before is refused
  Admission admit(Digest tokenHash, Participant participant, Instant now);

  /// Deletes the tokens that expired unused before then.
  ///
  /// @return how many
  int forgetTokens(Instant expiredBefore);

  /// The participant of that id.
  Optional<Participant> find(ParticipantId id);

  /// Everyone, by id.
  List<Participant> all();

  /// What became of an enrolment.
  sealed interface Admission {
    /// Enrolled, now or by the same request before.
    record Admitted(Participant participant) implements Admission {}

    /// The token is unknown, expired or spent.
    record TokenRefused() implements Admission {}

    /// The id or the key belongs to somebody already.
    record Exists() implements Admission {}
  }
}
