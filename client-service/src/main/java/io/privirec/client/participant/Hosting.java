package io.privirec.client.participant;

import io.privirec.client.coordinator.CoordinatorClient;
import io.privirec.client.coordinator.CoordinatorException;
import io.privirec.client.participant.ParticipantRefusal.Reason;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.EnrolmentRequest;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.stereotype.Component;

/// Hosts a participant: makes its identity key, enrols it, pins the coordinator's key.
///
/// The key is kept before the coordinator hears of it. A crash in between leaves a draft; the same
/// request again finds out whether the coordinator already knows the key, and finishes.
@Component
final class Hosting {
  private final ParticipantStore store;
  private final CoordinatorClient coordinator;
  private final EnrolmentListener listener;

  /// The coordinator's key if the holder was given it beforehand; empty: the key met first is
  /// pinned.
  private final Optional<PublicIdentityKey> expectedKey;

  private final SecureRandom random;
  private final Clock clock;

  Hosting(
      ParticipantStore store,
      CoordinatorClient coordinator,
      EnrolmentListener listener,
      TrustSettings trust,
      SecureRandom random,
      Clock clock) {
    this.store = store;
    this.coordinator = coordinator;
    this.listener = listener;
    this.expectedKey = trust.pinnedCoordinator();
    this.random = random;
    this.clock = clock;
    store.enrolled().forEach(this::requireConfigured);
  }

  /// Rejects a configured key that differs from the pinned key.
  private void requireConfigured(Participant participant) {
    PublicIdentityKey pinned = participant.coordinatorKey();
    PublicIdentityKey given = expectedKey.orElse(pinned);
    if (!given.equals(pinned)) {
      throw new InvalidConfigurationPropertyValueException(
          "privirec.client.coordinator-key",
          given,
          participant.id() + " enrolled with a coordinator of another key, " + pinned);
    }
  }

  /// Hosts and enrols a participant.
  ///
  /// @throws ParticipantRefusal if it is hosted already, or the coordinator is not the pinned one
  /// @throws CoordinatorException if the coordinator cannot be reached, or refuses
  synchronized Participant host(ParticipantId id, String enrolmentToken) {
    if (store.find(id).isPresent()) {
      throw new ParticipantRefusal(
          Reason.ALREADY_HOSTED, "participant is hosted here already: " + id.value());
    }
    requirePinned(parse(coordinator.info().publicKey()));
    IdentityKeyPair identity = store.draft(id, IdentityKeyPair.generate(random));
    PublicIdentityKey coordinatorKey = enrol(id, identity, enrolmentToken);
    requirePinned(coordinatorKey);
    Participant participant = store.confirm(id, coordinatorKey, clock.instant());
    listener.enrolled(participant);
    return participant;
  }

  private PublicIdentityKey enrol(ParticipantId id, IdentityKeyPair identity, String token) {
    byte[] claim = (token + '\0' + id.value()).getBytes(StandardCharsets.UTF_8);
    String signature =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(identity.sign(SignatureDomain.ENROLMENT, claim));
    EnrolmentRequest request =
        new EnrolmentRequest(token, id.value(), identity.publicKey().base64Url(), signature);
    try {
      return parse(coordinator.enrol(request).coordinatorKey());
    } catch (CoordinatorException.Refused e) {
      if (knows(id, identity)) {
        return parse(coordinator.info().publicKey());
      }
      throw e;
    }
  }

  /// Whether an earlier try got through: the coordinator accepts requests signed with this key.
  private boolean knows(ParticipantId id, IdentityKeyPair identity) {
    try {
      coordinator.as(id, identity).work(Duration.ZERO);
      return true;
    } catch (CoordinatorException.Refused e) {
      return false;
    }
  }

  private void requirePinned(PublicIdentityKey key) {
    if (expectedKey.isPresent() && !expectedKey.get().equals(key)) {
      throw new ParticipantRefusal(
          Reason.OTHER_COORDINATOR_KEY,
          "the coordinator's key is not privirec.client.coordinator-key");
    }
    Optional<Participant> other = store.first();
    if (other.isPresent() && !other.get().coordinatorKey().equals(key)) {
      throw new ParticipantRefusal(
          Reason.OTHER_COORDINATOR_KEY,
          "the coordinator's key is not the one pinned by " + other.get().id().value());
    }
  }

  private static PublicIdentityKey parse(String key) {
    try {
      return PublicIdentityKey.parse(key);
    } catch (InvalidKeyException e) {
      throw new ParticipantRefusal(
          Reason.UNUSABLE_COORDINATOR_KEY, "the coordinator's key is no Ed25519 key");
    }
  }
}
