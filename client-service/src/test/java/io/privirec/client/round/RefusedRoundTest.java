package io.privirec.client.round;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.Forged;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.client.TestRosters;
import io.privirec.client.roster.Rosters;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.federation.Algorithm;
import io.privirec.federation.OnMissing;
import io.privirec.federation.SessionDigest;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.PowerParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.UtilityFedPowerParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Rounds that are not what the session showed, and sessions that show what nobody takes.
class RefusedRoundTest {
  private static final int ITEMS = 30;
  private static final List<String> NAMES = List.of("p1", "p2", "p3");

  @RegisterExtension
  private static final TestDeployment deployment = TestDeployment.consenting(ITEMS, 8, NAMES);

  private static final TestCoordinator coordinator = deployment.coordinator();
  private static final TestClient client = deployment.client();

  /// Of the session that began last: each is over snapshots of its own.
  private static volatile Instant asOf = Instant.parse("2026-01-02T03:04:05.678Z");

  @BeforeAll
  static void stateTimes() {
    coordinator.dataAsOf = () -> asOf = asOf.plusMillis(2);
  }

  private static PriviRecKParameters parameters(long seed) {
    return PriviRecKParameters.gfCf(4, 2, 0.3, seed, 4, ITEMS);
  }

  private static void refuses(String session, UnaryOperator<RoundRecord> terms, String reason) {
    refuses(session, terms, signed -> signed, reason);
  }

  private static void refuses(
      String session,
      UnaryOperator<RoundRecord> terms,
      UnaryOperator<SignedRoundRecord> signed,
      String reason) {
    coordinator.begin(session, parameters(5));
    coordinator.open(0, 1, Optional.empty(), terms, signed);

    deployment.awaitRefused(session, reason);
    assertThat(deployment.of("p1", session).disclosed().getFirst())
        .contains("nothing")
        .contains(reason);
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
  }

  @Test
  void record_notSignedByThePinnedKey_isRefused() {
    refuses(
        "unsigned",
        terms -> terms,
        signed -> {
          byte[] signature = signed.signature().bytes();
          signature[5] ^= 1;
          return new SignedRoundRecord(signed.record(), ByteString.copyOf(signature));
        },
        "record-signature-invalid");
  }

  @Test
  void record_ofATolerantRoundOverData_isRefused() {
    refuses(
        "tolerant",
        terms ->
            Forged.with(
                terms,
                "kind",
                new RoundKind.Tolerant(
                    Thresholds.of(ThreatModel.SEMI_MALICIOUS, terms.cohort().size()))),
        "exact-sum-not-closed");
  }

  /// The session is said to wait; its rounds are signed as those of one that leaves cells out.
  @Test
  void record_ofAnotherPolicy_isRefused() {
    refusesDigest("policy", () -> digest(5, OnMissing.LEAVE_OUT_CELLS, NAMES.size(), asOf));
  }

  @Test
  void record_ofFewerParticipantsThanShown_isRefused() {
    refusesDigest("fewest", () -> digest(5, OnMissing.WAIT, NAMES.size() - 1, asOf));
  }

  /// Others were shown another one, and froze their data for it.
  @Test
  void record_ofAnotherTimeOfTheData_isRefused() {
    refusesDigest("time", () -> digest(5, OnMissing.WAIT, NAMES.size(), asOf.plusMillis(1)));
  }

  @Test
  void record_ofOtherParameters_isRefused() {
    refusesDigest("parameters", () -> digest(99, OnMissing.WAIT, NAMES.size(), asOf));
  }

  private static Digest digest(long seed, OnMissing policy, int least, Instant dataAsOf) {
    Algorithm algorithm = TestCoordinator.algorithm(parameters(seed), ITEMS);
    return SessionDigest.of(algorithm, policy, least, dataAsOf);
  }

  private static void refusesDigest(String session, Supplier<Digest> digest) {
    refuses(
        session, terms -> Forged.with(terms, "parameters", digest.get()), "parameters-mismatch");
  }

  /// Times that others might round otherwise, or that are none.
  @Test
  void session_whoseDataIsOfNoTimeInMilliseconds_isRefused() {
    Map<String, Instant> times = new HashMap<>();
    times.put("no-time", null);
    times.put("finer-time", asOf.plusNanos(1));
    times.put("early-time", Instant.EPOCH.minusMillis(1));
    times.put("late-time", Instant.parse("9999-12-31T00:00:00Z"));
    times.forEach((session, time) -> {
      coordinator.views = view -> Forged.with(view, "dataAsOf", time);
      deployment.begin(session, parameters(1));
      deployment.awaitRefused(session, "policy-unknown");
      deployment.finish(SessionView.Status.FAILED);
    });
  }

  @Test
  void record_ofAnotherKeyAgreementThanTheSessionShows_isRefused() {
    refuses(
        "agreement",
        terms -> Forged.with(terms, "keyAgreement", KeyAgreement.X25519_MLKEM768),
        "policy-mismatch");
  }

  @Test
  void record_ofAnotherRosterText_isRefused() {
    refuses(
        "forked",
        terms ->
            Forged.with(
                terms,
                "kind",
                new RoundKind.Closed(new RosterReference(1, Digest.of(new byte[1])), List.of(1))),
        "roster-superseded");
  }

  @Test
  void record_ofAnotherVector_isRefused() {
    VectorSpec other =
        VectorSpec.of("item-degrees", 1000, new Ring(32), 0, new Capacity.PerParticipant(10));
    refuses("vector", terms -> Forged.with(terms, "vector", other), "vector-mismatch");
  }

  @Test
  void record_ofAnotherCatalogue_isRefused() {
    refuses(
        "catalogue",
        terms -> Forged.with(terms, "catalogue", Digest.of(new byte[1])),
        "catalogue-mismatch");
  }

  @Test
  void session_thatShowsATolerantRoundOverData_isRefusedAtFirstContact() {
    coordinator.views = view -> Forged.with(view, "roundKind", "tolerant");
    deployment.begin("shown-tolerant", parameters(1));

    deployment.awaitRefused("shown-tolerant", "exact-sum-not-closed");
    assertThat(deployment.of("p1", "shown-tolerant").terms()).isNull();
  }

  @Test
  void session_overACellThatIsNone_isRefusedAtFirstContact() {
    coordinator.views = view -> Forged.with(view, "cells", List.of(1, 2));
    deployment.begin("no-cell", parameters(1));

    deployment.awaitRefused("no-cell", "not-whole-cells");
  }

  /// Its keeper may have sent it elsewhere first: nobody refuses, and nobody takes part either.
  @Test
  void session_ofARosterThatIsNotHereYet_isJoinedOnceItIsPut() {
    coordinator.roster =
        TestRosters.roster(2, coordinator.members(), TestRosters.cell(1, "p1", "p2", "p3"));
    try {
      deployment.begin("newer", parameters(1));
      await("it is asked about", () -> coordinator.askedAbout.contains("newer"));
      assertThat(deployment.find("p1", "newer")).isEmpty();

      client.putRosterOf(coordinator);

      await("the sum is opened", coordinator::isSummed);
      coordinator.roster = null;
      deployment.finish(SessionView.Status.FAILED);

      deployment.begin("older", parameters(1));
      deployment.awaitRefused("older", "roster-superseded");
    } finally {
      coordinator.roster = client.bean(Rosters.class).roster().get();
    }
  }

  @Test
  void broadcast_thatTheRecordDoesNotBind_isRefused(@TempDir Path work) throws IOException {
    Path broadcast = work.resolve("broadcast");
    Files.writeString(broadcast, "one thing");
    deployment.openFirst("broadcast", parameters(3));
    coordinator.open(1, 1, Optional.of(broadcast));
    Files.writeString(broadcast, "other thing");

    deployment.awaitRefused("broadcast", "broadcast-mismatch");
  }

  /// A second attempt would have other products of the same data, or another choice of whose noise
  /// stays.
  @Test
  void attempt_withAnotherBroadcastThanTheOneBefore_isRefused(@TempDir Path work)
      throws IOException {
    Path broadcast = work.resolve("broadcast");
    Files.writeString(broadcast, "one thing");
    deployment.openFirst("other-broadcast", parameters(3));
    coordinator.takesChunk = (participant, chunk) -> false;
    coordinator.open(1, 1, Optional.of(broadcast));
    TestClient.await(
        "all have joined", () -> coordinator.received(Phase.ADVERTISE_KEYS) == NAMES.size());

    Path other = work.resolve("other");
    Files.writeString(other, "other thing");
    coordinator.open(1, 2, Optional.of(other));

    deployment.awaitRefused("other-broadcast", "broadcast-changed");
    coordinator.takesChunk = (participant, chunk) -> true;
  }

  /// Somebody else would make the key, and decrypt.
  @Test
  void record_whoseCohortLacksTheKeyHolder_isRefused() {
    refusesKeyHolder("no-key-holder", "p9", "cohort-changed");
  }

  /// Of three participants the key holder would have the noise of one other.
  @Test
  void record_ofFewerThanTheAlgorithmTakes_isRefused() {
    refusesKeyHolder("too-few", "p1", "parameters-mismatch");
  }

  private static void refusesKeyHolder(String session, String keyHolder, String reason) {
    coordinator.begin(
        session,
        UtilityFedPowerParameters.DEFAULT
            .withFactors(
                PowerParameters.DEFAULT
                    .withK(1)
                    .withOversampling(0)
                    .withLocalSteps(1)
                    .withRounds(1)
                    .withSeed(3L))
            .withSigma(.1)
            .withKeyHolder(keyHolder)
            .withExponentBits(256)
            .withModel(new PriviRecKParameters.Spectral("flat"))
            .withTopN(ITEMS)
            .withMinSupport(1));
    coordinator.open(0, 1, Optional.empty());

    deployment.awaitRefused(session, reason);
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
  }

  /// The coordinator chooses whom it tells that a session is over.
  @Test
  void end_thatOneParticipantIsTold_leavesTheBroadcastToTheOthers(@TempDir Path work)
      throws IOException {
    Algorithm algorithm = deployment.openFirst("told-apart", parameters(5));
    Path broadcast = coordinator.broadcastAfter(0, algorithm, work);
    coordinator.takesChunk = (participant, chunk) -> false;
    coordinator.open(1, 1, Optional.of(broadcast));
    Path kept = deployment.data().resolve("sessions/broadcasts/told-apart");
    await("the broadcast is here", () -> Files.isDirectory(kept));

    coordinator.asks(participant -> !participant.value().equals("p1"));
    coordinator.tells = participant -> !participant.value().equals("p1");
    await("it is over for p1", () -> deployment.of("p1", "told-apart").status().equals("OVER"));
    assertThat(kept).isNotEmptyDirectory();
    deployment.finish(SessionView.Status.FAILED);
    assertThat(kept).doesNotExist();
  }

  @Test
  void broadcast_thatIsNoBroadcast_isRefused(@TempDir Path work) throws IOException {
    Path broadcast = work.resolve("broadcast");
    Files.writeString(broadcast, "no tensors");
    deployment.openFirst("tensors", parameters(3));
    coordinator.open(1, 1, Optional.of(broadcast));

    deployment.awaitRefused("tensors", "contribution-refused");
  }

  /// Two normalisations of one history.
  @Test
  void broadcast_withOtherDegreesThanTheFirst_isRefused(@TempDir Path work, @TempDir Path other)
      throws IOException {
    Algorithm algorithm = deployment.openFirst("degrees", parameters(3));
    Path first = coordinator.broadcastAfter(0, algorithm, work);
    client.importCsv("p1", "p1/another,i3\n");
    deployment.finish(SessionView.Status.FAILED);
    deployment.openFirst("degrees-later", parameters(3));
    Path later = coordinator.broadcastAfter(0, algorithm, other);
    coordinator.open(1, 1, Optional.of(later));
    await("products are opened", coordinator::isSummed);

    coordinator.open(2, 1, Optional.of(first));

    deployment.awaitRefused("degrees-later", "contribution-refused");
  }
}
