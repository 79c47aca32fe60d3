package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.serving.release.ManifestClaim;
import io.privirec.serving.release.ReleaseVerificationException;
import io.privirec.wire.Problem;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseView;
import io.privirec.wire.SessionPlan;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Sessions whose sums carry noise, driven by participants over HTTP.
class NoisySessionTest {
  private final RunningCoordinator coordinator = RunningCoordinator.shared();
  private final Api api = coordinator.api();

  @Test
  void session_closed_releasesNoisyCounts() {
    TestCohort cohort = TestCohort.ofCells(coordinator, "noisy", 3, 4);
    SessionView started = NoisyCohort.start(cohort, NoisyCohort.privacy(1, "closed"));

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.status()).as("%s", done.failure()).isEqualTo(Status.PUBLISHED);
    assertThat(done.roundKind()).isEqualTo("closed");
    ReleaseManifest manifest = manifestOf(done);
    assertThat(manifest.participants()).isEqualTo(7);
    assertThat(manifest.cells()).isEqualTo(done.cells());
    assertThat(manifest.model().kind()).isEqualTo("popularity");
    assertThat(manifest.privacy().differentialPrivacy()).isEqualTo("user-level");
    assertThat(manifest.privacy().statement()).contains("whole cells", "up to 2 participants");
    ReleaseManifest.Claim claim = manifest.privacy().claim();
    SessionPlan.PrivacyPlan planned = plan(cohort, NoisyCohort.privacy(1, "closed")).privacy();
    assertThat(claim.releases()).containsExactly(planned.sums().getFirst().mechanism());
    assertThat(claim.colluders()).isEqualTo(2);
    assertThat(claim.dropouts()).isZero();
    assertThat(planned.epsilon()).isBetween(.95, 1.);
    assertThat(planned.inflation()).isEqualTo(Math.sqrt(7 / 5.));
    assertThat(planned.sums().getFirst().totalStandardDeviation())
        .isEqualTo(Math.sqrt(7) * planned.sums().getFirst().localStandardDeviation());
    assertThat(epsilon(manifest)).isEqualTo(planned.epsilon());
  }

  @Test
  void session_tolerant_releasesCountsOfThoseWhoStayed() {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "loud", 12);
    cohort.participants().get(5).isSilentOn(work -> work.phase().equals("MASKED_INPUT"));
    SessionView started = NoisyCohort.start(cohort, NoisyCohort.privacy(.9, "tolerant"));

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.status()).as("%s", done.failure()).isEqualTo(Status.PUBLISHED);
    assertThat(done.roundKind()).isEqualTo("tolerant");
    assertThat(done.survivors()).hasSize(11);
    ReleaseManifest manifest = manifestOf(done);
    assertThat(manifest.participants()).isEqualTo(11);
    assertThat(manifest.cells()).isEmpty();
    assertThat(manifest.rosterVersion()).isNull();
    assertThat(manifest.smallestAtom()).isNull();
    assertThat(manifest.privacy().threatModel()).isEqualTo("semi-malicious");
    assertThat(manifest.privacy().statement()).contains("who stayed to the end");
    assertThat(manifest.privacy().claim().dropouts()).isPositive();
    assertThat(epsilon(manifest)).isLessThanOrEqualTo(.9);
  }

  /// The round withstands the colluders of the claim, and so may lose fewer participants.
  @Test
  void plan_tolerant_withstandsTheColludersOfTheClaim_orNamesClosedRounds() {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "fifth", 10);
    String privacy = "'epsilon':1,'delta':1e-6,'rounds':'tolerant'";

    SessionPlan plan = plan(cohort, privacy, "").as(SessionPlan.class);

    assertThat(plan.thresholds()).isEqualTo(new SessionPlan.Thresholds(10, 2, 3, 9, 7, 7));
    assertThat(plan.privacy().colluders()).isEqualTo(2);
    assertThat(plan.privacy().dropouts()).isEqualTo(3);
    SessionPlan low =
        plan(cohort, privacy, ",'policy':{'corruptFraction':0.1}").as(SessionPlan.class);
    assertThat(low.thresholds().corrupt()).isEqualTo(2);
    refuses(
        cohort,
        privacy + ",'colluders':8",
        "/parameters/privacy/rounds",
        "tolerant rounds of 10 participants that withstand 8 colluders bear no loss",
        "closed");
  }

  /// Three of four may survive: a holder, a colluder and one other holder.
  @Test
  void plan_tolerantOfTooFewHolders_namesClosedRounds() {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "four", 4);

    refuses(
        cohort,
        "'epsilon':1,'delta':1e-6,'rounds':'tolerant'",
        "/parameters/privacy/rounds",
        "tolerant rounds of 4 participants may open a sum of 3: holders need 4 beside 1 colluders",
        "closed");
  }

  /// Sums over data have participants of current cells.
  @Test
  void plan_tolerantOverAParticipantWithoutCell_isRefused() {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "inside", 4);
    List<TestParticipant> all = new ArrayList<>(cohort.participants());
    all.addAll(TestParticipant.enrolAll(api, "outside", 1));
    TestCohort wider = new TestCohort(coordinator, all);

    Api.Answer answer = plan(wider, "'epsilon':1,'delta':1e-6,'rounds':'tolerant'", "");

    assertThat(answer.problem()).isEqualTo("not-whole-cells");
    assertThat(answer.text()).contains("no current cell", all.getLast().name());
  }

  /// The noise of a first attempt was in vectors that a coordinator might have opened. A second
  /// attempt over the same cohort has the same noise.
  @Test
  void session_secondAttempt_countsOnce() {
    TestCohort cohort = TestCohort.ofCells(coordinator, "twice", 5);
    TestParticipant late = cohort.participants().get(1);
    late.isSilentOn(work -> work.attempt() == 1 && work.phase().equals("MASKED_INPUT"));
    SessionView started = NoisyCohort.start(cohort, NoisyCohort.privacy(1, "closed"));

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.status()).as("%s", done.failure()).isEqualTo(Status.PUBLISHED);
    ReleaseManifest manifest = manifestOf(done);
    assertThat(manifest.privacy().claim().releases())
        .singleElement()
        .asString()
        .doesNotContain("steps");
    assertThat(epsilon(manifest)).isBetween(.95, 1.);
  }

  @Test
  void request_withoutAClaim_isRefusedWithTheNumbers() {
    TestCohort cohort = TestCohort.ofCells(coordinator, "quiet", 3, 3);
    refuses(cohort, "'epsilon':0,'delta':1e-6", "/parameters/privacy/epsilon", "0.0001");
    refuses(cohort, "'epsilon':-1,'delta':1e-6", "/parameters/privacy/epsilon", "0.0001");
    refuses(cohort, "'epsilon':1,'delta':1", "/parameters/privacy/delta", "less than 1");
    refuses(cohort, "'epsilon':1,'delta':0", "/parameters/privacy/delta", "greater than 0");
    refuses(cohort, "'epsilon':1", "/parameters/privacy/delta", "null");
    refuses(
        cohort,
        "'epsilon':1,'delta':1.1e-6",
        "/parameters/privacy/delta",
        "delta 1.1E-6 is above 1.0E-6, which is 1 / (10 × privirec.coordinator.privacy.largest-users)");
    refuses(cohort, "'epsilon':1,'delta':1e-6,'unit':'row'", "/parameters/privacy/unit", "user");
    refuses(
        cohort,
        "'epsilon':1,'delta':1e-6,'colluders':6",
        "/parameters/privacy",
        "of 6 participants, 6 colluders and 0 dropouts leave nobody whose noise counts");
    for (int few : new int[] {0, 1}) {
      refuses(
          cohort,
          "'epsilon':1,'delta':1e-6,'colluders':" + few,
          "/parameters/privacy/colluders",
          "at least 2 for 6 participants",
          "colluders-too-few",
          "Provided value: " + few);
    }
    refuses(
        cohort,
        "'epsilon':0.0001,'delta':1e-12",
        "/parameters/privacy/epsilon",
        "cannot be useful",
        "6 participants have at most 600000 users");
    assertThat(plan(cohort, "'epsilon':1,'delta':1e-6,'colluders':3", "").status()).isEqualTo(200);
    Api.Answer shrunk =
        plan(
            cohort,
            "'epsilon':1,'delta':1e-6,'colluders':3",
            ",'policy':{'onMissing':'leave-out-cells','minParticipants':3}");
    assertThat(shrunk.text()).contains("of 3 participants, 3 colluders and 0 dropouts");
  }

  /// A session whose counts are nothing but noise publishes them, and says that it does.
  @Test
  void session_ofNothingButNoise_publishesPopularItems() {
    TestCohort cohort = TestCohort.ofCells(coordinator, "faint", 3, 4);
    SessionView started =
        api.adminPost(
                "/v1/sessions",
                "{'algorithm':'privirec','parameters':{'privacy':{'epsilon':0.01,'delta':1e-6}},'cohort':['%s']}"
                    .formatted(String.join("','", cohort.names()))
                    .replace('\'', '"'))
            .as(SessionView.class);
    NoisyCohort.contribute(cohort, started);

    SessionView done = cohort.runToEnd(started.id());

    assertThat(done.status()).as("%s", done.failure()).isEqualTo(Status.PUBLISHED);
    assertThat(done.failure().code()).isEqualTo("noise-above-signal");
    ReleaseManifest manifest = manifestOf(done);
    assertThat(manifest.algorithm()).isEqualTo("privirec");
    assertThat(manifest.model().kind()).isEqualTo("popularity");
    assertThat(manifest.model().instead()).isEqualTo(done.failure().detail());
    assertThat(manifest.files())
        .extracting(ReleaseManifest.ReleaseFile::name)
        .containsExactlyInAnyOrder("catalogue.ndjson", "item-degrees.safetensors");
    // Mostly one sum of two was opened. By chance noise looks like signal in the first one (2.3 %).
    // That it does in both sums, so that a model is published, has a chance below 1 in 1,000. Only
    // opened sums count.
    assertThat(manifest.rounds()).isIn(1, 2);
    assertThat(epsilon(manifest)).isLessThan(manifest.rounds() == 1 ? .005 : .01);
  }

  private void refuses(TestCohort cohort, String privacy, String pointer, String... words) {
    int before = api.adminGet("/v1/sessions").as(SessionView[].class).length;
    Api.Answer answer = api.adminPost("/v1/sessions", request(cohort, privacy, ""));
    assertThat(answer.status()).as(answer.text()).isEqualTo(422);
    assertThat(answer.problem()).isEqualTo("invalid-value");
    Problem.Violation violation =
        Api.JSON.readValue(answer.body(), Problem.class).errors().getFirst();
    assertThat(violation.pointer()).as(answer.text()).isEqualTo(pointer);
    assertThat(violation.detail()).contains(words);
    assertThat(api.adminGet("/v1/sessions").as(SessionView[].class)).hasSize(before);
  }

  private Api.Answer plan(TestCohort cohort, String privacy, String more) {
    return api.adminPost("/v1/sessions:plan", request(cohort, privacy, more));
  }

  private static String request(TestCohort cohort, String privacy, String more) {
    String names = String.join("','", cohort.names());
    return "{'algorithm':'item-degrees','parameters':{'privacy':{%s}},'cohort':['%s']%s}"
        .formatted(privacy, names, more)
        .replace('\'', '"');
  }

  private SessionPlan plan(TestCohort cohort, PrivacyParameters privacy) {
    return api.adminPost("/v1/sessions:plan", NoisyCohort.request(cohort, privacy))
        .as(SessionPlan.class);
  }

  private static double epsilon(ReleaseManifest manifest) {
    try {
      return ManifestClaim.read(manifest.privacy()).orElseThrow().epsilon();
    } catch (ReleaseVerificationException e) {
      throw new AssertionError(e);
    }
  }

  private ReleaseManifest manifestOf(SessionView done) {
    return api.get("/v1/releases/" + done.releaseId()).as(ReleaseView.class).manifest();
  }
}
