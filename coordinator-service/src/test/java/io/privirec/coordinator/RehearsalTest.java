package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.federation.rehearsal.Rehearsal;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.Reveal;
import io.privirec.secagg.message.ShareEnvelope;
import io.privirec.secagg.message.UnmaskAnswer;
import io.privirec.wire.SessionPlan;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Sessions without anybody's data.
class RehearsalTest {
  private static final Rehearsal ALGORITHM = new Rehearsal(3000, 2, 11, 24, false);
  private final RunningCoordinator coordinator = RunningCoordinator.shared();

  @Test
  void rehearsal_oneLostOnTheWay_completesWithoutARelease() {
    TestCohort cohort = cohort("rehearse");
    TestParticipant lost = cohort.participants().get(3);
    lost.isSilentOn(work -> work.roundIndex() == 1 && work.phase().equals("MASKED_INPUT"));

    SessionView done = cohort.runToEnd(cohort.start(request(cohort)).id());

    assertThat(done.status()).isEqualTo(Status.COMPLETED);
    assertThat(done.releaseId()).isNull();
    assertThat(done.catalogueVersion()).isZero();
    assertThat(done.survivors()).hasSize(9).doesNotContain(lost.name());
    assertThat(done.stages()).containsKeys("step rehearsal-1", "step rehearsal-2");
    assertThat(coordinator.api().adminPost("/v1/sessions/" + done.id() + ":cancel", "").problem())
        .isEqualTo("session-over");
  }

  @Test
  void rehearsal_oneContributesSomethingElse_failsAndSaysSo() {
    TestCohort cohort = cohort("fumble");
    cohort
        .participants()
        .getFirst()
        .contributes((_, _, _, out) -> out.setSigned(out.length() - 1, 1));

    SessionView done = cohort.runToEnd(cohort.start(request(cohort)).id());

    assertThat(done.status()).isEqualTo(Status.FAILED);
    assertThat(done.failure().code()).isEqualTo("rehearsal-sum-wrong");
  }

  /// With the hybrid, the recipient of a bad envelope cannot prove who sealed it.
  @Test
  void rehearsal_twoLie_completesAndNamesThem() {
    TestCohort cohort = cohort("fib");
    TestParticipant sealer = cohort.participants().get(2);
    sealer.lies(message ->
        message instanceof EncryptedShares shares ? badlySealed(sealer, shares) : message);
    TestParticipant liar = cohort.participants().get(5);
    liar.lies(message -> message instanceof UnmaskAnswer answer ? wrong(answer) : message);

    SessionView done = cohort.runToEnd(cohort.start(classical(request(cohort))).id());

    assertThat(done.status()).isEqualTo(Status.COMPLETED);
    assertThat(done.survivors()).hasSize(10);
    assertThat(done.rounds())
        .allSatisfy(round ->
            assertThat(round.faults())
                .containsExactly(
                    new SessionView.Fault(sealer.name(), "bad-envelope"),
                    new SessionView.Fault(liar.name(), "wrong-share")));
  }

  /// Its first neighbour gets an envelope that does not decrypt, signed.
  private static EncryptedShares badlySealed(TestParticipant sealer, EncryptedShares shares) {
    SortedMap<ParticipantId, ShareEnvelope> changed = new TreeMap<>(shares.byRecipient());
    changed.computeIfPresent(
        shares.byRecipient().firstKey(),
        (recipient, envelope) ->
            ShareEnvelope.sign(
                shares.context(),
                shares.sender(),
                recipient,
                envelope.maskEncapsulation(),
                envelope.channelEncapsulation(),
                ByteString.copyOf(new byte[ShareEnvelope.CIPHERTEXT_BYTES]),
                sealer.identity()));
    return new EncryptedShares(shares.context(), shares.sender(), changed);
  }

  private static UnmaskAnswer wrong(UnmaskAnswer answer) {
    List<Reveal> reveals = new ArrayList<>(answer.reveals());
    reveals.set(
        0,
        new Reveal.SelfMaskShare(
            reveals.getFirst().owner(), SecretBytes.copyOf(new byte[ShareEnvelope.SHARE_BYTES])));
    return new UnmaskAnswer(answer.context(), answer.sender(), reveals);
  }

  @Test
  void plan_ofARehearsal_needsItsLengthAndNoCatalogue() {
    Api api = coordinator.api();
    TestCohort cohort = cohort("ponder");

    SessionPlan plan = api.adminPost("/v1/sessions:plan", request(cohort)).as(SessionPlan.class);

    assertThat(plan.items()).isZero();
    assertThat(plan.bytesUpPerParticipant()).isEqualTo(2 * 3 * 3000);
    assertThat(api.adminPost("/v1/sessions:plan", "{\"algorithm\":\"rehearsal\"}").text())
        .contains("/parameters/elements");
    assertThat(
            api.adminPost(
                    "/v1/sessions:plan",
                    "{\"algorithm\":\"rehearsal\",\"parameters\":{\"elements\":2147483649}}")
                .problem())
        .isEqualTo("invalid-value");
    assertThat(
            api.adminPost(
                    "/v1/sessions:plan",
                    "{\"algorithm\":\"rehearsal\",\"parameters\":{\"elements\":9,\"k\":4}}")
                .problem())
        .isIn("malformed-request", "invalid-value");
    assertThat(
            api.adminPost(
                    "/v1/sessions:plan",
                    "{\"algorithm\":\"rehearsal\",\"parameters\":"
                        + "{\"elements\":2147483648,\"ringBits\":64}}")
                .problem())
        .isEqualTo("staging-budget-exceeded");
  }

  private TestCohort cohort(String prefix) {
    return TestCohort.rehearsing(coordinator, prefix, 10, ALGORITHM);
  }

  private static SessionRequest classical(SessionRequest request) {
    return new SessionRequest(
        request.algorithm(),
        request.parameters(),
        request.noise(),
        request.cohort(),
        request.cells(),
        TestCohort.classical(1));
  }

  private static SessionRequest request(TestCohort cohort) {
    return cohort.rehearsal(ALGORITHM, 1);
  }
}
