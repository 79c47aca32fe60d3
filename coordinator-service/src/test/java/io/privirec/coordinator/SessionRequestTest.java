package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.wire.Problem;
import io.privirec.wire.SessionPlan;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a session may ask for, and which condition a refusal names.
class SessionRequestTest {
  private static final String ASKED =
      "\"asked-00\",\"asked-01\",\"asked-02\",\"asked-03\",\"asked-04\"";

  private static boolean enrolled;
  private static int cell;
  private final Api api = RunningCoordinator.shared().api();

  @BeforeEach
  void enrol() {
    if (!enrolled) {
      List<TestParticipant> asked = TestParticipant.enrolAll(api, "asked", 6);
      List<Integer> cells = TestRosters.add(api, List.of(asked.subList(0, 5)));
      cell = cells.getFirst();
      enrolled = true;
    }
  }

  @Test
  void cancel_whileTheReleaseIsBeingMade_isTooLate() {
    RunningCoordinator.shared()
        .update(
            """
            insert into aggregation_session (id, algorithm, parameters, threat_model, key_agreement,
              phase_deadline_ms, max_attempts, round_kind, catalogue_version, status, created_at,
              data_as_of, active, version)
            values ('publishing', 'privirec-k', '{}', 'SEMI_MALICIOUS', 'X25519', 1000, 1, 'TOLERANT', 1, 'PUBLISHING',
              now(), now(), false, 0)
            """);

    assertThat(api.adminPost("/v1/sessions/publishing:cancel", "").problem())
        .isEqualTo("session-over");
  }

  @Test
  void request_outOfRange_namesTheCondition() {
    refuses("\"algorithm\":\"nothing\"", "unknown-algorithm");
    refusesAt("/parameters/factors/k", "{'factors':{'k':100000}}");
    refusesAt("/parameters/factors/k", "{'factors':{'k':0}}");
    refusesAt("/parameters/factors/k", "{'factors':{'k':4000}}");
    refusesAt("/parameters/factors/iterations", "{'factors':{'iterations':17}}");
    refuses("\"parameters\":{\"factors\":{\"k\":\"many\"}}", "malformed-request");
    refusesAt("/parameters/factors/lambda", "{'factors':{'lambda':'svd'}}");
    refusesAt("/parameters/model/gamma", "{'model':{'type':'gf-cf','gamma':-1}}");
    refusesAt(
        "/parameters/model/idealRank",
        "{'factors':{'k':4},'model':{'type':'gf-cf','idealRank':5}}");
    refusesAt("/parameters/model/filter", "{'model':{'type':'turbo-cf','filter':4}}");
    refusesAt("/parameters/model/exponent", "{'model':{'type':'turbo-cf','exponent':50}}");
    refusesAt(
        "/parameters/model/process/solver", "{'model':{'type':'bspm','process':{'solver':'rk5'}}}");
    refusesAt("/parameters/model/process/time", "{'model':{'type':'bspm','process':{'time':0}}}");
    refusesAt(
        "/parameters/model/process/time", "{'model':{'type':'bspm','process':{'time':1000}}}");
    refusesItemGram("invalid-value", "'type':'turbo-cf','alpha':1.5");
    refusesItemGram("malformed-request", "'type':'knn'");
    refusesItemGram("malformed-request", "'gamma':0.3");
    refusesItemGram("malformed-request", "'type':'turbo-cf','gamma':0.3");
    refusesItemGram("malformed-request", "'type':'gf-cf','idealRank':3");
    refuses("\"cohort\":[\"asked-00\",\"asked-01\",\"asked-02\"]", "not-whole-cells");
    refuses("\"cohort\":[" + ASKED + ",\"asked-05\"]", "not-whole-cells");
    refuses("\"cohort\":[" + ASKED + "],\"cells\":[" + cell + "]", "invalid-value");
    refuses("\"cells\":[" + (cell + 1_000) + "]", "invalid-value");
    refuses("\"cohort\":[\"asked-00\",\"asked-01\",\"nobody\"]", "not-whole-cells");
    refuses("\"cohort\":[\"asked-00\",\"asked-01\",\"No Body\"]", "unknown-participant");
    refuses("\"policy\":{\"phaseDeadline\":\"PT0.5S\"}", "invalid-value");
    refuses("\"policy\":{\"phaseDeadline\":\"P7DT1S\"}", "invalid-value");
    refuses("\"policy\":{\"onMissing\":\"forget\"}", "invalid-value");
    refuses("\"policy\":{\"minParticipants\":3}", "invalid-value");
    refuses(
        "\"policy\":{\"onMissing\":\"leave-out-cells\",\"minParticipants\":6}", "invalid-value");
    refuses("\"policy\":{\"threatModel\":\"semi-honest\"}", "invalid-value");
    refuses("\"policy\":{\"corruptFraction\":0.2}", "invalid-value");
    refuses("\"policy\":{\"dropoutFraction\":0.2}", "invalid-value");
    refuses("\"policy\":{\"maxAttempts\":11}", "invalid-value");
    refusesRehearsal("\"policy\":{\"onMissing\":\"wait\"}");
    refusesRehearsal("\"policy\":{\"minParticipants\":3}");
    refusesRehearsal("\"cells\":[" + cell + "]");
    refuses("\"policy\":{\"threatModel\":\"naive\"}", "invalid-value");
    refuses("\"policy\":{\"maxAttempts\":0}", "invalid-value");
    refuses("\"unknownField\":1", "malformed-request", "invalid-value");
  }

  @Test
  void request_thatNamesACellAParticipantOrAPairTwice_namesTheSecondPlace() {
    refusesAtPointer("/cells/1", "\"cells\":[%s,%s]".formatted(cell, cell));
    refusesAtPointer("/cohort/5", "\"cohort\":[" + ASKED + ",\"asked-02\"]");
    refusesAtPointer(
        "/cohort/1",
        "\"algorithm\":\"rehearsal\",\"parameters\":{\"elements\":9},\"cohort\":[\"asked-00\",\"asked-00\",\"asked-01\"]");
    refusesAtPointer(
        "/parameters/topology/edges",
        "\"algorithm\":\"ddppm\",\"parameters\":{\"k\":2,\"topology\":{\"type\":\"edges\",\"edges\":[[\"asked-00\",\"asked-01\"],[\"asked-01\",\"asked-00\"]]}}");
  }

  private void refusesAtPointer(String pointer, String fields) {
    for (String path : List.of("/v1/sessions", "/v1/sessions:plan")) {
      Problem problem = Api.JSON.readValue(api.adminPost(path, body(fields)).body(), Problem.class);
      assertThat(problem.code()).isEqualTo("invalid-value");
      assertThat(problem.errors())
          .singleElement()
          .extracting(Problem.Violation::pointer)
          .isEqualTo(pointer);
    }
  }

  @Test
  void request_whoseKeyHolderIsNotInTheCohort_namesIt() {
    String algorithm = "\"algorithm\":\"fedpower-utility\",\"cells\":[" + cell + "],";
    String parameters = "\"parameters\":{\"k\":2,\"oversampling\":0,\"keyHolder\":\"%s\"}";
    Problem problem =
        Api.JSON.readValue(
            api.adminPost("/v1/sessions", body(algorithm + parameters.formatted("asked-05")))
                .body(),
            Problem.class);
    assertThat(problem.errors())
        .singleElement()
        .extracting(Problem.Violation::pointer)
        .isEqualTo("/parameters/keyHolder");
    assertThat(
            api.adminPost("/v1/sessions:plan", body(algorithm + parameters.formatted("asked-04")))
                .status())
        .isEqualTo(200);
  }

  /// Of three participants the key holder would have the noise of one other.
  @Test
  void request_forFewerThanTheAlgorithmTakes_isRefused() {
    List<TestParticipant> few = TestParticipant.enrolAll(api, "too-few", 3);
    int small = TestRosters.add(api, List.of(few)).getFirst();
    refuses(
        "\"algorithm\":\"fedpower-utility\",\"cells\":[%s],\"parameters\":{\"k\":2,\"oversampling\":0,\"keyHolder\":\"%s\"}"
            .formatted(small, few.getFirst().name()),
        "cohort-too-small");
  }

  @Test
  void request_whoseTopologyDoesNotFitTheCohort_namesWhoItIs() {
    String edges =
        "\"algorithm\":\"ddppm\",\"cells\":[%s],\"parameters\":{\"k\":2,\"steps\":2,\"topology\":{\"type\":\"edges\",\"edges\":[%s]}}";
    Problem apart =
        Api.JSON.readValue(
            api.adminPost(
                    "/v1/sessions", body(edges.formatted(cell, "[\"asked-02\",\"asked-03\"]")))
                .body(),
            Problem.class);
    assertThat(apart.errors())
        .singleElement()
        .extracting(Problem.Violation::pointer)
        .isEqualTo("/parameters/topology");
    refuses(edges.formatted(cell, "[\"asked-02\",\"nobody\"]"), "invalid-value");
  }

  @Test
  void plan_agreesByTheHybridUnlessAsked_alsoWhereParticipantsMeet() {
    for (String algorithm : List.of("privirec-k", "ddppm", "rehearsal")) {
      String parameters =
          switch (algorithm) {
            case "rehearsal" -> "{\"elements\":9}";
            case "ddppm" -> "{\"k\":2}";
            default -> "{\"factors\":{\"k\":4}}";
          };
      String fields = "\"algorithm\":\"%s\",\"parameters\":%s".formatted(algorithm, parameters);
      assertThat(plan(fields).keyAgreement()).isEqualTo("x25519-mlkem768");
      assertThat(plan(fields + ",\"policy\":{\"keyAgreement\":\"x25519\"}").keyAgreement())
          .isEqualTo("x25519");
    }
  }

  private SessionPlan plan(String fields) {
    return api.adminPost("/v1/sessions:plan", body(fields)).as(SessionPlan.class);
  }

  /// A slot of a plaintext holds the noise of 256.
  @Test
  void request_forMoreThanTheAlgorithmTakes_isRefused() {
    List<TestParticipant> many = TestParticipant.enrolAll(api, "too-many", 257);
    int large = TestRosters.add(api, List.of(many)).getFirst();
    refuses(
        "\"algorithm\":\"fedpower-utility\",\"cells\":[%s],\"parameters\":{\"k\":2,\"oversampling\":0,\"keyHolder\":\"%s\"}"
            .formatted(large, many.getFirst().name()),
        "cohort-too-large");
  }

  @Test
  void plan_goodRequest_saysWhatItCostsAndStartsNothing() {
    int before = api.adminGet("/v1/sessions").as(SessionView[].class).length;

    SessionPlan plan =
        api.adminPost("/v1/sessions:plan", body("\"parameters\":{\"factors\":{\"k\":4}}"))
            .as(SessionPlan.class);

    assertThat(plan.participants()).isEqualTo(5);
    assertThat(plan.roundKind()).isEqualTo("closed");
    assertThat(plan.cells()).containsExactly(cell);
    assertThat(plan.neighbours()).isEqualTo(4);
    assertThat(plan.thresholds()).isNull();
    assertThat(plan.rounds()).hasSize(3);
    assertThat(plan.rounds().getFirst().elements()).isEqualTo(plan.items() + 1);
    assertThat(plan.rounds()).allMatch(round -> round.spareBits() > 0);
    assertThat(plan.bytesUpPerParticipant())
        .isEqualTo(8L * (plan.items() + 1) + 2 * 4L * 4 * plan.items());
    assertThat(plan.parameters())
        .isInstanceOfSatisfying(
            PriviRecKParameters.class,
            settled -> {
              assertThat(settled.factors().seed()).isNotNull();
              assertThat(settled.model())
                  .isEqualTo(PriviRecKParameters.GfCf.DEFAULT.withGamma(1.0).withIdealRank(4));
            });
    assertThat(api.adminGet("/v1/sessions").as(SessionView[].class)).hasSize(before);
  }

  @Test
  void session_unknown_isNotFound() {
    assertThat(api.adminGet("/v1/sessions/nope").problem()).isEqualTo("unknown-session");
    assertThat(api.adminPost("/v1/sessions/nope:cancel", "").problem())
        .isEqualTo("unknown-session");
  }

  @Test
  void request_withoutAWordOfNoise_getsTheDefaultNoise() {
    SessionPlan plan =
        api.adminPost("/v1/sessions:plan", "{\"algorithm\":\"privirec\",\"cells\":[" + cell + "]}")
            .as(SessionPlan.class);

    assertThat(plan.noise()).isNull();
    assertThat(plan.privacy()).isNotNull();
    assertThat(plan.privacy().epsilon()).isBetween(2.9, 3.0);
    assertThat(plan.privacy().epsilonReserved()).isBetween(plan.privacy().epsilon(), 3.0001);
    assertThat(plan.privacy().epsilonTwoHolders()).isBetween(6.3, 6.6);
    assertThat(plan.privacy().epsilonThreeHolders()).isBetween(10.0, 10.6);
    assertThat(plan.privacy().delta()).isEqualTo(1e-6);
    assertThat(plan.privacy().epsilonLifetime()).isBetween(plan.privacy().epsilon(), 3.0001);
    assertThat(plan.privacy().epsilonPeriod()).isEqualTo(plan.privacy().epsilonLifetime());
    assertThat(plan.privacy().period()).isEqualTo(Duration.ofDays(365));
    assertThat(plan.privacy().colluders()).isEqualTo(1);
  }

  /// Each attempt of a tolerant round has other noise. Both attempts have twice the ρ of one.
  @Test
  void plan_ofAttemptsWithOtherNoise_statesTheReservedEpsilon() {
    SessionPlan plan =
        api.adminPost(
                "/v1/sessions:plan",
                "{\"algorithm\":\"item-degrees\",\"parameters\":{\"privacy\":{\"epsilon\":1,\"delta\":1e-6,\"rounds\":\"tolerant\"}},\"policy\":{\"maxAttempts\":2}}")
            .as(SessionPlan.class);

    assertThat(plan.privacy()).isNotNull();
    assertThat(plan.privacy().epsilon()).isBetween(.9, 1.0);
    assertThat(plan.privacy().epsilonReserved()).isBetween(1.4, 1.5);
  }

  @Test
  void request_aboutNoise_isRejectedByName() {
    noiseRejected("\"algorithm\":\"als\"", "ask for dpals");
    noiseRejected("\"algorithm\":\"dpals\",\"noise\":\"none\"", "always carry noise");
    noiseRejected("\"algorithm\":\"privirec\",\"noise\":\"some\"", "absent or");
    noiseRejected(
        "\"algorithm\":\"privirec\",\"noise\":\"none\",\"parameters\":{\"privacy\":{\"epsilon\":1,\"delta\":1e-6}}",
        "beside privacy");
  }

  private void noiseRejected(String request, String because) {
    Problem problem =
        Api.JSON.readValue(
            api.adminPost("/v1/sessions", "{" + request + ",\"cells\":[" + cell + "]}").body(),
            Problem.class);
    assertThat(problem.errors())
        .as(request)
        .singleElement()
        .satisfies(violation -> {
          assertThat(violation.pointer()).isEqualTo("/noise");
          assertThat(violation.detail()).contains(because);
        });
  }

  private void refusesAt(String pointer, String parameters) {
    String field = "\"parameters\":" + parameters.replace('\'', '"');
    Problem problem =
        Api.JSON.readValue(api.adminPost("/v1/sessions", body(field)).body(), Problem.class);
    assertThat(problem.errors())
        .as(field)
        .singleElement()
        .extracting(Problem.Violation::pointer)
        .isEqualTo(pointer);
  }

  private void refusesItemGram(String code, String model) {
    String parameters = "{\"model\":{" + model.replace('\'', '"') + "}}";
    refuses("\"algorithm\":\"privirec\",\"parameters\":" + parameters, code);
  }

  private void refuses(String field, String... codes) {
    assertThat(api.adminPost("/v1/sessions", body(field)).problem())
        .as(field)
        .isIn((Object[]) codes);
    assertThat(api.adminPost("/v1/sessions:plan", body(field)).problem()).isIn((Object[]) codes);
  }

  private void refusesRehearsal(String field) {
    refuses(
        "\"algorithm\":\"rehearsal\",\"parameters\":{\"elements\":9}," + field, "invalid-value");
  }

  private static String body(String field) {
    String algorithm = field.startsWith("\"algorithm\"") ? "" : "\"algorithm\":\"privirec-k\",";
    String cohort =
        (field.contains("\"cohort\"") || field.contains("\"cells\""))
            ? ""
            : "\"cohort\":[" + ASKED + "],";
    String noise =
        field.contains("\"noise\"") || field.contains("\"rehearsal\"") ? "" : "\"noise\":\"none\",";
    return "{" + algorithm + noise + cohort + field + "}";
  }
}
