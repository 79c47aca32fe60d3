package io.privirec.client.runtime;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import java.util.Optional;

/// A participant's part in one session.
///
/// @param terms empty when the session was refused at first contact
/// @param snapshot digest of the frozen data that was consented to; empty before, and where the
///   session reads none
/// @param refusal code of the reason; empty when it was not refused
public record Participation(
    SessionId session,
    ParticipantId participant,
    Status status,
    Optional<SessionTerms> terms,
    Optional<Digest> snapshot,
    Optional<String> refusal) {
  /// How far it is.
  public enum Status {
    AWAITING_APPROVAL,
    ACTIVE,
    OVER
  }

  static Participation settled(SessionId session, ParticipantId participant, SessionTerms terms) {
    return new Participation(
        session,
        participant,
        Status.AWAITING_APPROVAL,
        Optional.of(terms),
        Optional.empty(),
        Optional.empty());
  }

  static Participation refused(SessionId session, ParticipantId participant, Refusal reason) {
    return new Participation(
        session,
        participant,
        Status.OVER,
        Optional.empty(),
        Optional.empty(),
        Optional.of(reason.code()));
  }
}
