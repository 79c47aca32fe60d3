package io.privirec.coordinator.participant;

import io.privirec.coordinator.housekeeping.Collector;
import io.privirec.coordinator.participant.EnrolmentRefusal.Reason;
import io.privirec.coordinator.participant.ParticipantStore.Admission;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.edge.auth.PublicKeyLookup;
import io.privirec.edge.log.LogField;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.EnrolmentToken;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/// Enrols participants and knows them.
@Service
public final class Participants implements PublicKeyLookup, Collector {
  private static final Logger log = LoggerFactory.getLogger(Participants.class);
  private static final int TOKEN_BYTES = 32;
  private static final Duration TOKEN_LIFETIME = Duration.ofHours(24);

  private final ParticipantStore store;
  private final Clock clock;
  private final SecureRandom random;

  Participants(ParticipantStore store, Clock clock, SecureRandom random) {
    this.store = store;
    this.clock = clock;
    this.random = random;
  }

  /// A new right to enrol one participant. The token is returned here and kept nowhere.
  public EnrolmentToken issueToken() {
    byte[] bytes = new byte[TOKEN_BYTES];
    random.nextBytes(bytes);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    Instant expiresAt = clock.instant().plus(TOKEN_LIFETIME);
    store.addToken(hash(token), expiresAt);
    return new EnrolmentToken(token, expiresAt);
  }

  /// Enrols a participant that holds a token and proves that it holds its key.
  ///
  /// The same request repeated, as after a lost answer, gives the same answer.
  ///
  /// @param proof signature over `token ‖ 00 ‖ id` in the enrolment domain
  public Participant enrol(String token, ParticipantId id, PublicIdentityKey key, byte[] proof) {
    byte[] message = (token + '\0' + id.value()).getBytes(StandardCharsets.UTF_8);
    if (!key.verify(SignatureDomain.ENROLMENT, message, proof)) {
      throw new EnrolmentRefusal(
          Reason.KEY_NOT_PROVEN, "The signature does not prove possession of the identity key");
    }
    Instant now = clock.instant();
    return switch (store.admit(hash(token), new Participant(id, key, now), now)) {
      case Admission.Admitted(Participant participant) -> {
        if (participant.enrolledAt().equals(now)) {
          log.atInfo()
              .addKeyValue(LogField.ACTION, "participant-enrolled")
              .addKeyValue(LogField.PARTICIPANT, id.value())
              .log("{} is enrolled", id.value());
        }
        yield participant;
      }
      case Admission.TokenRefused _ ->
          throw new EnrolmentRefusal(
              Reason.TOKEN_REFUSED, "The enrolment token is unknown, expired or used already");
      case Admission.Exists _ ->
          throw new EnrolmentRefusal(
              Reason.ALREADY_ENROLLED, "The participant id or identity key is enrolled already");
    };
  }

  /// The participant of that id, if enrolled.
  public Optional<Participant> find(ParticipantId id) {
    return store.find(id);
  }

  /// Request tokens are checked against the keys pinned at enrolment.
  @Override
  public Optional<PublicIdentityKey> publicKeyOf(ParticipantId id) {
    return find(id).map(Participant::identityKey);
  }

  /// Reads a participant id that comes from outside; empty if the text cannot be an id.
  public static Optional<ParticipantId> parse(String id) {
    try {
      return Optional.of(new ParticipantId(id));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /// Everyone enrolled, by id.
  public List<Participant> all() {
    return store.all();
  }

  @Override
  public String remains() {
    return "expired enrolment tokens";
  }

  /// Deletes expired tokens. Used tokens stay: an enrolment may be repeated.
  @Override
  public int collect() {
    return store.forgetTokens(clock.instant());
  }

  private static Digest hash(String token) {
    return Digest.of(token.getBytes(StandardCharsets.UTF_8));
  }
}
