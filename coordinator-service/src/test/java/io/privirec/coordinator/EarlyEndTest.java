package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.coordinator.session.TestSessions;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.ranking.Popularity;
import io.privirec.serving.release.ManifestClaim;
import io.privirec.serving.release.ReleaseVerifier;
import io.privirec.wire.CoordinatorInfo;
import io.privirec.wire.CoordinatorLedgerView;
import io.privirec.wire.CoordinatorLedgerView.Entry;
import io.privirec.wire.ReleaseClaimView;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseManifest.ReleaseFile;
import io.privirec.wire.ReleaseView;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Failure;
import io.privirec.wire.SessionView.RoundView;
import io.privirec.wire.SessionView.Status;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sessions of `privirec` with noise that end between their noisy counts and their last sum.
class EarlyEndTest {
  private static final int PARTICIPANTS = 4;
  private static final String MASKED_INPUT = "MASKED_INPUT";

  @TempDir Path temporary;

  /// An end of a session, whose second round awaits the last participant.
  private void endsWithPopularItems(
      String code, RunningCoordinator coordinator, TestCohort cohort, Consumer<SessionView> end)
      throws Exception {
    TestParticipant late = cohort.participants().getLast();
    late.isSilentOn(work -> work.roundIndex() == 1 && work.phase().equals(MASKED_INPUT));
    SessionView started = start(cohort);
    SessionView masking =
        cohort.runUntil(
            started.id(),
            view -> view.rounds().size() == 2 && isMaskedButByOne(view.rounds().getLast()));

    end.accept(masking);
    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.failure().code()).isEqualTo(code);
    assertPopularItems(coordinator, cohort, done);
    assertThat(claims(manifest(coordinator, done))).hasSize(2);
  }

  private static boolean isMaskedButByOne(RoundView round) {
    return round.phase().equals(MASKED_INPUT) && round.arrived() == round.expected() - 1;
  }

  private static boolean isFirstMaskedButByOne(SessionView view) {
    return view.rounds().stream().anyMatch(EarlyEndTest::isMaskedButByOne);
  }

  @Test
  void participantMissing_publishesPopularItems() throws Exception {
    RunningCoordinator coordinator = RunningCoordinator.shared();
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "late", PARTICIPANTS);

    endsWithPopularItems("participant-missing", coordinator, cohort, _ -> {});
  }

  @Test
  void rosterSuperseded_publishesPopularItems() throws Exception {
    RunningCoordinator coordinator = RunningCoordinator.shared();
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "moved", PARTICIPANTS);

    endsWithPopularItems(
        "roster-superseded", coordinator, cohort, _ -> TestRosters.supersede(coordinator.api()));
  }

  @Test
  void cancelled_publishesPopularItems_andCancelsOnce() throws Exception {
    RunningCoordinator coordinator = RunningCoordinator.shared();
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "stopped", PARTICIPANTS);

    endsWithPopularItems(
        "cancelled",
        coordinator,
        cohort,
        running -> {
          SessionView ending = cancel(coordinator, running.id());
          assertThat(ending.status()).isIn(Status.PUBLISHING, Status.PUBLISHED);
          assertThat(cancel(coordinator, running.id()).failure()).isEqualTo(ending.failure());
        });
  }

  @Test
  void rejectedByAHolder_publishesPopularItems_thatDoNotNameIt() throws Exception {
    RunningCoordinator coordinator = RunningCoordinator.shared();
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "unwilling", PARTICIPANTS);
    TestParticipant holder = cohort.participants().getLast();

    endsWithPopularItems(
        "rejected-by-holder",
        coordinator,
        cohort,
        running ->
            assertThat(
                    coordinator
                        .api()
                        .participantPost(
                            holder.tokens(),
                            "/v1/sessions/" + running.id() + ":reject",
                            new byte[0])
                        .status())
                .isEqualTo(204));
  }

  /// Shares were asked for, so the second sum counts.
  @Test
  void tooFewShares_ofATolerantRound_publishesPopularItems() throws Exception {
    RunningCoordinator coordinator = RunningCoordinator.shared();
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "tolerant", 12);
    for (TestParticipant participant : cohort.participants().subList(2, 12)) {
      participant.isSilentOn(work -> work.roundIndex() == 1 && work.phase().equals("UNMASK"));
    }
    SessionView started = start(cohort, "tolerant");

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.failure().code()).isEqualTo("below-threshold");
    assertPopularItems(coordinator, cohort, done);
    assertThat(manifest(coordinator, done).cells()).isEmpty();
    assertThat(entries(coordinator, done)).hasSize(2);
  }

  /// The claim has the counts alone if nothing was masked for the second sum.
  @Test
  void missingBeforeMasks_claimsTheCountsAlone() throws Exception {
    RunningCoordinator coordinator = RunningCoordinator.shared();
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "absent", PARTICIPANTS);
    cohort.participants().getLast().isSilentOn(work -> work.roundIndex() == 1);
    SessionView started = start(cohort);

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.failure().code()).isEqualTo("participant-missing");
    ReleaseManifest manifest = verified(coordinator, done);
    assertThat(claims(manifest))
        .singleElement()
        .isEqualTo(entries(coordinator, done).getLast().noise().mechanism());
    assertThat(ManifestClaim.read(manifest.privacy()).orElseThrow().epsilon()).isLessThan(1);
  }

  @Test
  void cancelledBeforeTheCounts_publishesNothing() {
    RunningCoordinator coordinator = RunningCoordinator.shared();
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "early", PARTICIPANTS);
    cohort.participants().getLast().isSilentOn(work -> work.phase().equals(MASKED_INPUT));
    SessionView started = start(cohort);
    cohort.runUntil(started.id(), EarlyEndTest::isFirstMaskedButByOne);

    SessionView over = cancel(coordinator, started.id());

    assertThat(over.status()).isEqualTo(Status.CANCELLED);
    assertThat(over.failure()).isNull();
    assertThat(over.releaseId()).isNull();
  }

  /// The masks are there, and the coordinator stops before it sums them.
  @Test
  void cancelledBetweenMasksAndSum_acrossARestart_publishesPopularItems() throws Exception {
    String schema = RunningCoordinator.newSchema();
    Path data = Files.createDirectory(temporary.resolve("data"));
    TestCohort cohort;
    SessionView started;
    try (RunningCoordinator before = RunningCoordinator.startIn(schema, data)) {
      cohort = TestCohort.ofOneCell(before, "restart", PARTICIPANTS);
      TestParticipant last = cohort.participants().getLast();
      last.isSilentOn(work -> work.phase().equals(MASKED_INPUT));
      started = start(cohort);
      cohort.runUntil(started.id(), EarlyEndTest::isFirstMaskedButByOne);
      before.update(
          "update aggregation_session set lease_owner = 'another', lease_until = now() + interval '1 hour'");
      TestWait.until("no driver", () -> TestSessions.driven(before) == 0);
      last.isSilentOn(_ -> false);
      assertThat(last.serve(0)).isTrue();

      SessionView ending = cancel(before, started.id());

      assertThat(ending.rounds().getLast().phase()).isEqualTo("SUMMING");
      assertThat(ending.status()).isEqualTo(Status.PUBLISHING);
    }

    try (RunningCoordinator after = RunningCoordinator.startIn(schema, data)) {
      after.update("update aggregation_session set lease_owner = null");
      TestCohort moved = new TestCohort(after, cohort.participants());
      moved.participants().forEach(participant -> participant.reconnect(after.api()));

      SessionView done = moved.runToEnd(started.id());

      assertThat(done.failure().code()).isEqualTo("cancelled");
      assertPopularItems(after, moved, done);
      assertThat(claims(manifest(after, done))).hasSize(1);
    }
  }

  private static SessionView start(TestCohort cohort) {
    return start(cohort, "closed");
  }

  private static SessionView start(TestCohort cohort, String rounds) {
    SessionView started =
        cohort.start(
            new SessionRequest(
                PriviRecParameters.ALGORITHM,
                PriviRecParameters.DEFAULT.withPrivacy(
                    PrivacyParameters.of(3.0, 1e-6)
                        .withItemsPerUser(NoisyCohort.ITEMS_PER_USER)
                        .withRounds(rounds)),
                null,
                cohort.names(),
                null,
                TestCohort.patient(1)));
    NoisyCohort.contribute(cohort, started);
    return started;
  }

  private static SessionView cancel(RunningCoordinator coordinator, String session) {
    return coordinator
        .api()
        .adminPost("/v1/sessions/" + session + ":cancel", "")
        .as(SessionView.class);
  }

  /// The view says that the session ended early, and the release claims the sums of the ledger.
  private void assertPopularItems(
      RunningCoordinator coordinator, TestCohort cohort, SessionView done) throws Exception {
    assertThat(done.status()).as("%s", done.failure()).isEqualTo(Status.PUBLISHED);
    assertThat(done.failure())
        .extracting(Failure::detail)
        .asString()
        .contains("ended early and publishes popular items");
    ReleaseManifest manifest = verified(coordinator, done);
    assertThat(manifest.algorithm()).isEqualTo(PriviRecParameters.ALGORITHM);
    assertThat(manifest.model().kind()).isEqualTo(Popularity.KIND);
    assertThat(manifest.model().instead())
        .contains("ended before its last sum")
        .doesNotContain(cohort.names());
    assertThat(manifest.participants()).isEqualTo(cohort.names().size());
    assertThat(manifest.rounds()).isEqualTo(1);
    assertThat(manifest.cells()).isEqualTo(done.cells());
    List<Entry> sums = entries(coordinator, done);
    assertThat(claims(manifest))
        .containsExactlyInAnyOrderElementsOf(
            sums.stream().map(entry -> entry.noise().mechanism()).toList());
    assertThat(sums)
        .allSatisfy(entry -> assertThat(entry.sum().participants()).isEqualTo(cohort.names()));
    ReleaseClaimView claim =
        coordinator
            .api()
            .get("/v1/releases/" + done.releaseId() + "/claim")
            .as(ReleaseClaimView.class);
    assertThat(claim.holds()).isTrue();
    assertThat(claim.epsilon())
        .isEqualTo(ManifestClaim.read(manifest.privacy()).orElseThrow().epsilon())
        .isEqualTo(claim.epsilonLifetime());
  }

  private static List<String> claims(ReleaseManifest manifest) {
    return manifest.privacy().claim().releases();
  }

  /// The sums of a session in the ledger, the newest first.
  private static List<Entry> entries(RunningCoordinator coordinator, SessionView session) {
    return coordinator
        .api()
        .adminGet("/v1/privacy/ledger?limit=100")
        .as(CoordinatorLedgerView.class)
        .entries()
        .stream()
        .filter(entry -> entry.sum() != null && entry.sum().sessionId().equals(session.id()))
        .toList();
  }

  private static ReleaseManifest manifest(RunningCoordinator coordinator, SessionView done) {
    return coordinator
        .api()
        .get("/v1/releases/" + done.releaseId())
        .as(ReleaseView.class)
        .manifest();
  }

  /// Downloads and verifies a release, and compares its ranking with the counts that it has.
  private ReleaseManifest verified(RunningCoordinator coordinator, SessionView done)
      throws Exception {
    Path release = Files.createDirectory(temporary.resolve(done.releaseId()));
    download(coordinator, done, release, ReleaseManifest.MANIFEST);
    download(coordinator, done, release, ReleaseManifest.SIGNATURE);
    ReleaseManifest manifest = manifest(coordinator, done);
    for (ReleaseFile file : manifest.files()) {
      download(coordinator, done, release, file.name());
    }
    PublicIdentityKey key =
        PublicIdentityKey.parse(
            coordinator.api().get("/v1/coordinator").as(CoordinatorInfo.class).publicKey());
    assertThat(ReleaseVerifier.verify(release, key).manifest()).isEqualTo(manifest);
    assertThat(manifest.files())
        .extracting(ReleaseFile::name)
        .containsExactlyInAnyOrder("catalogue.ndjson", ItemDegreesFile.NAME);
    long[] counts = ItemDegreesFile.read(release.resolve(ItemDegreesFile.NAME));
    assertThat(Popularity.of(counts).among(NoisyCohort.ITEMS_PER_USER, _ -> true))
        .containsExactlyInAnyOrder(IntStream.range(0, NoisyCohort.ITEMS_PER_USER).toArray());
    return manifest;
  }

  private static void download(
      RunningCoordinator coordinator, SessionView done, Path release, String name)
      throws IOException {
    Files.write(
        release.resolve(name),
        coordinator.api().get("/v1/releases/" + done.releaseId() + "/files/" + name).bytes());
  }
}
