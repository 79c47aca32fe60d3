package io.privirec.coordinator;

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
  private final IdentityKeyPair identity = IdentityKeyPair.generate(new SecureRandom());

  @Test
  void enrolment_goodToken_pinsTheKeysOfBothSides() {
    EnrolmentRequest request = TestParticipant.enrolmentRequest(api, "enrol-good", identity);

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
    EnrolmentRequest spent = TestParticipant.enrolmentRequest(api, "enrol-first", identity);
    api.post("/v1/participants", spent).as(Enrolment.class);
    IdentityKeyPair other = IdentityKeyPair.generate(new SecureRandom());

    assertThat(
            api.post(
                    "/v1/participants",
                    TestParticipant.enrolmentRequest(spent.token(), "enrol-second", other))
                .problem())
        .isEqualTo("enrolment-token-refused");
    assertThat(
            api.post(
                    "/v1/participants",
                    TestParticipant.enrolmentRequest("made-up", "enrol-third", other))
                .problem())
        .isEqualTo("enrolment-token-refused");
    EnrolmentRequest late = TestParticipant.enrolmentRequest(api, "enrol-late", other);
    coordinator
        .jdbc()
        .sql(
            "update enrolment_token set expires_at = now() - interval '1 minute' where used_by is null")
        .update();
    assertThat(api.post("/v1/participants", late).problem()).isEqualTo("enrolment-token-refused");
  }

  @Test
  void enrolment_idOrKeyTaken_isRefused() {
    api.post("/v1/participants", TestParticipant.enrolmentRequest(api, "enrol-taken", identity))
        .as(Enrolment.class);
    IdentityKeyPair other = IdentityKeyPair.generate(new SecureRandom());

    assertThat(
            api.post(
                    "/v1/participants", TestParticipant.enrolmentRequest(api, "enrol-taken", other))
                .problem())
        .isEqualTo("participant-exists");
    assertThat(
            api.post(
                    "/v1/participants",
                    TestParticipant.enrolmentRequest(api, "enrol-other", identity))
                .problem())
        .isEqualTo("participant-exists");
  }

  @Test
  void enrolment_withoutProofOrMalformed_isRefused() {
    EnrolmentRequest good = TestParticipant.enrolmentRequest(api, "enrol-bad", identity);
    IdentityKeyPair other = IdentityKeyPair.generate(new SecureRandom());

    assertThat(
            api.post(
                    "/v1/participants",
                    new EnrolmentRequest(
                        good.token(), "enrol-bad", other.publicKey().base64Url(), good.signature()))
                .problem())
        .isEqualTo("bad-signature");
    assertThat(
            api.post(
                    "/v1/participants",
                    new EnrolmentRequest(
                        good.token(), "Not An Id", good.identityKey(), good.signature()))
                .problem())
        .isEqualTo("invalid-value");
    assertThat(
            api.post(
                    "/v1/participants",
                    new EnrolmentRequest(good.token(), "enrol-bad", "AAAA", good.signature()))
                .problem())
        .isEqualTo("invalid-value");
    assertThat(
            api.post(
                    "/v1/participants",
                    "{\"token\":\"t\",\"identityKey\":\"k\",\"signature\":\"s\"}")
                .problem())
        .isEqualTo("invalid-value");
    assertThat(api.post("/v1/participants", "{").problem()).isEqualTo("malformed-request");
    assertThat(api.adminGet("/v1/participants/enrol-bad").problem())
        .isEqualTo("unknown-participant");
  }

  @Test
  void token_stored_isOnlyAHash() {
    String token = TestParticipant.enrolmentRequest(api, "enrol-hash", identity).token();

    Long clear =
        coordinator
            .jdbc()
            .sql("select count(*) from enrolment_token where token_hash = convert_to(?, 'UTF8')")
            .param(token)
            .query(Long.class)
            .single();

    assertThat(clear).isZero();
  }
}
