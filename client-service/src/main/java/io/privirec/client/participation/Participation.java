package io.privirec.client.participation;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/// A participant's part in one session.
///
/// @param terms empty when the session was refused at first contact
/// @param snapshot digest of the frozen data that was consented to; empty before, and where the
///   session reads none
/// @param refusal code of the reason; empty when it was not refused
/// @param approvedAt when a person approved it; empty if nobody has
public record Participation(
    SessionId session,
    ParticipantId participant,
    Status status,
    Optional<SessionTerms> terms,
    Optional<Digest> snapshot,
    Optional<String> refusal,
    Optional<Instant> approvedAt) {
  /// How far it is.
  public enum Status {
    AWAITING_APPROVAL,
    ACTIVE,
    OVER
  }

  /// Whether the holder rejected the session, of which the coordinator is told.
  public boolean isRejected() {
    return refusal
        .filter(code ->
            Arrays.stream(Refusal.values())
                .filter(Refusal::isRejection)
                .anyMatch(reason -> reason.code().equals(code)))
        .isPresent();
  }

  public static Participation settled(
      SessionId session, ParticipantId participant, SessionTerms terms) {
    return new Participation(
        session,
        participant,
        Status.AWAITING_APPROVAL,
        Optional.of(terms),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  public static Participation refused(
      SessionId session, ParticipantId participant, Refusal reason) {
    return new Participation(
        session,
        participant,
        Status.OVER,
        Optional.empty(),
        Optional.empty(),
        Optional.of(reason.code()),
        Optional.empty());
  }
}
