package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.wire.LedgerHeadStatement;
import io.privirec.wire.LedgerHeadView;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// The coordinator as the witness of holders' ledgers.
class HolderHeadTest {
  private static final String PATH = "/v1/privacy/ledger-head";

  private final Api api = RunningCoordinator.shared().api();

  private static LedgerHeadStatement statement(
      IdentityKeyPair signer, String participant, long entries, long at) {
    String hash = Digest.of(new byte[] {(byte) entries}).hex();
    byte[] signature =
        signer.sign(
            SignatureDomain.LEDGER_HEAD,
            LedgerHeadStatement.signedBytes(participant, entries, hash, at));
    return new LedgerHeadStatement(
        entries, hash, at, Base64.getUrlEncoder().withoutPadding().encodeToString(signature));
  }

  private Api.Answer put(TestParticipant participant, LedgerHeadStatement statement) {
    byte[] json = JsonMapper.shared().writeValueAsBytes(statement);
    String token = participant.tokens().issue("PUT", api.uri(PATH), Digest.of(json));
    return api.send(
        api.by(token, PATH)
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofByteArray(json)));
  }

  private LedgerHeadStatement kept(TestParticipant participant) {
    return api.participantGet(participant.tokens(), PATH).as(LedgerHeadView.class).newest();
  }

  @Test
  void head_ofTheParticipantAlone_theNewestIsKept() {
    TestParticipant one = TestParticipant.enrol(api, "head-one");
    TestParticipant other = TestParticipant.enrol(api, "head-other");
    assertThat(kept(one)).isNull();
    LedgerHeadStatement first = statement(one.identity(), one.name(), 1, 1000);
    LedgerHeadStatement second = statement(one.identity(), one.name(), 2, 1000);
    assertThat(put(one, second).as(LedgerHeadView.class).newest()).isEqualTo(second);
    assertThat(put(one, first).as(LedgerHeadView.class).newest()).isEqualTo(second);
    LedgerHeadStatement shorter = statement(one.identity(), one.name(), 1, 2000);
    assertThat(put(one, shorter).as(LedgerHeadView.class).newest()).isEqualTo(shorter);
    assertThat(kept(one)).isEqualTo(shorter);
    assertThat(kept(other)).isNull();
  }

  @Test
  void body_thatTheTokenDoesNotSign_isRefused() {
    TestParticipant one = TestParticipant.enrol(api, "head-body");
    byte[] json =
        JsonMapper.shared().writeValueAsBytes(statement(one.identity(), one.name(), 1, 1000));
    String other = one.tokens().issue("PUT", api.uri(PATH), Digest.of(new byte[1]));
    assertThat(
            api.send(
                    api.by(other, PATH)
                        .header("Content-Type", "application/json")
                        .PUT(BodyPublishers.ofByteArray(json)))
                .problem())
        .isEqualTo("digest-mismatch");
    assertThat(kept(one)).isNull();
  }

  /// A statement of a far time could never be replaced.
  @Test
  void head_ofAFarTime_isRefused() {
    TestParticipant one = TestParticipant.enrol(api, "head-far");
    assertThat(put(one, statement(one.identity(), one.name(), 1, Long.MAX_VALUE)).problem())
        .isEqualTo("invalid-value");
    assertThat(kept(one)).isNull();
  }

  @Test
  void head_thatIsNotSignedByItsParticipant_isRefused() {
    TestParticipant one = TestParticipant.enrol(api, "head-forged");
    TestParticipant other = TestParticipant.enrol(api, "head-forger");
    assertThat(put(one, statement(other.identity(), one.name(), 1, 1000)).problem())
        .isEqualTo("invalid-value");
    assertThat(put(one, statement(one.identity(), other.name(), 1, 1000)).problem())
        .isEqualTo("invalid-value");
    assertThat(kept(one)).isNull();
    assertThat(api.get(PATH).status()).isEqualTo(401);
    assertThat(api.adminGet(PATH).status()).isEqualTo(403);
  }
}
