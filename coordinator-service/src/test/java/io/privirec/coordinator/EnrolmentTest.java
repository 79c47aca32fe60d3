package io.privirec.coordinator;

import static io.privirec.coordinator.TestParticipant.enrolmentRequest;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.wire.CoordinatorInfo;
import io.privirec.wire.Enrolment;
import io.privirec.wire.EnrolmentRequest;
import io.privirec.wire.ParticipantView;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

class EnrolmentTest {
  private final RunningCoordinator coordinator = RunningCoordinator.shared();
  private final Api api = coordinator.api();
  private final IdentityKeyPair other = IdentityKeyPair.generate(new SecureRandom());
  private final IdentityKeyPair identity = IdentityKeyPair.generate(new SecureRandom());

  @Test
  void enrolment_goodToken_pinsTheKeysOfBothSides() {
    EnrolmentRequest request = enrolmentRequest(api, "enrol-good", identity);

    Enrolment enrolment = api.post("/v1/participants", request).as(Enrolment.class);

    assertThat(enrolment.participant().identityKey()).isEqualTo(identity.publicKey().base64Url());
    assertThat(enrolment.coordinatorKey())
        .isEqualTo(api.get("/v1/coordinator").as(CoordinatorInfo.class).publicKey());
    assertThat(api.adminGet("/v1/participants/enrol-good").as(ParticipantView.class).identityKey())
        .isEqualTo(identity.publicKey().base64Url());
    assertThat(api.post("/v1/participants", request).as(Enrolment.class).participant())
        .as("the same request again, as after a lost answer")
        .isEqualTo(api.adminGet("/v1/participants/enrol-good").as(ParticipantView.class));
  }

  @Test
  void enrolment_unknownSpentOrExpiredToken_isRefused() {
    EnrolmentRequest spent = enrolmentRequest(api, "enrol-first", identity);
    api.post("/v1/participants", spent).as(Enrolment.class);

    refuses(enrolmentRequest(spent.token(), "enrol-second", other), "enrolment-token-refused");
    refuses(enrolmentRequest("made-up", "enrol-third", other), "enrolment-token-refused");
    EnrolmentRequest late = enrolmentRequest(api, "enrol-late", other);
    coordinator.update(
        "update enrolment_token set expires_at = now() - interval '1 minute' where used_by is null");
    refuses(late, "enrolment-token-refused");
  }

  @Test
  void enrolment_idOrKeyTaken_isRefused() {
    api.post("/v1/participants", enrolmentRequest(api, "enrol-taken", identity))
        .as(Enrolment.class);

    refuses(enrolmentRequest(api, "enrol-taken", other), "participant-exists");
    refuses(enrolmentRequest(api, "enrol-other", identity), "participant-exists");
  }

  @Test
  void enrolment_withoutProofOrMalformed_isRefused() {
    EnrolmentRequest good = enrolmentRequest(api, "enrol-bad", identity);

    refuses(
        new EnrolmentRequest(
            good.token(), "enrol-bad", other.publicKey().base64Url(), good.signature()),
        "bad-signature");
    refuses(
        new EnrolmentRequest(good.token(), "Not An Id", good.identityKey(), good.signature()),
        "invalid-value");
    refuses(
        new EnrolmentRequest(good.token(), "enrol-bad", "AAAA", good.signature()), "invalid-value");
    refuses("{\"token\":\"t\",\"identityKey\":\"k\",\"signature\":\"s\"}", "invalid-value");
    refuses("{", "malformed-request");
    assertThat(api.adminGet("/v1/participants/enrol-bad").problem())
        .isEqualTo("unknown-participant");
  }

  private void refuses(Object request, String code) {
    assertThat(api.post("/v1/participants", request).problem()).isEqualTo(code);
  }

  @Test
  void token_stored_isOnlyAHash() {
    String token = enrolmentRequest(api, "enrol-hash", identity).token();

    String clear = "enrolment_token where token_hash = convert_to(?, 'UTF8')";
    assertThat(coordinator.count(clear, token)).isZero();
  }
}
