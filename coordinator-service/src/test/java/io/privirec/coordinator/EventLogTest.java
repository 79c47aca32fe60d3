package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a coordinator writes to its log about what happens, as JSON, and what it counts.
class EventLogTest {
  private static final int PARTICIPANTS = 3;
  private static final int ROUNDS = 2;

  @TempDir Path data;
  @TempDir Path logs;

  @Test
  void sessions_fromEnrolmentToTheirEnds_haveALineWithIdsAndATrace() throws Exception {
    try (TraceReceiver receiver = new TraceReceiver();
        Replica coordinator =
            new Replica(
                "one",
                data,
                logs,
                RunningCoordinator.newSchema(),
                "--logging.structured.format.console=ecs",
                "--management.opentelemetry.tracing.export.otlp.endpoint=" + receiver.uri(),
                "--management.opentelemetry.tracing.export.schedule-delay=200ms",
                "--management.tracing.sampling.probability=1")) {
      coordinator.launch();
      coordinator.awaitStart();
      Api api = coordinator.api();
      TestCatalogue catalogue = TestCatalogue.ensure(api);
      List<TestParticipant> all = TestParticipant.enrolAll(api, "logged", PARTICIPANTS);
      TestRosters.add(api, List.of(all));

      SessionView started = start(api);
      new PlainRun(catalogue.items(), started, all); // gives them data
      SessionView done = end(api, started, all);
      assertThat(done.status()).as("%s", done.failure()).isEqualTo(Status.PUBLISHED);
      SessionView cancelled = start(api);
      api.adminPost("/v1/sessions/" + cancelled.id() + ":cancel", Map.of());
      TestWait.until(
          "metrics",
          () ->
              api.get("/actuator/prometheus")
                  .text()
                  .lines()
                  .toList()
                  .containsAll(
                      List.of(
                          "privirec_sessions_ended_total{status=\"published\"} 1.0",
                          "privirec_sessions_ended_total{status=\"cancelled\"} 1.0",
                          "privirec_sessions_ended_total{status=\"failed\"} 0.0",
                          "privirec_ledger_locked 0.0")));

      Map<String, List<JsonNode>> events = events(coordinator.log());
      // Of all that was said of the session by who drives it, and of the spans, too.
      String trace = events.get("session-published").getFirst().at("/traceId").asString();
      assertThat(trace).endsWith(done.id()).hasSize(32);
      assertThat(events.get("round-summed"))
          .allSatisfy(event -> assertThat(event.at("/traceId").asString()).isEqualTo(trace));
      for (String span : List.of("sum item-degrees", "step item-degrees", "fold", "publish")) {
        TestWait.until("a span " + span, () -> receiver.has(trace, span));
      }
      String asked = events.get("session-started").getFirst().at("/traceId").asString();
      assertThat(asked).hasSize(32).isNotEqualTo(trace);
      TestWait.until("a span of the request", () -> receiver.has(asked, "http post /v1/sessions"));
      api.adminGet("/v1/participants/" + all.getFirst().name());
      TestWait.until(
          "a span of a request with an id",
          () -> receiver.tells("http get /v1/participants/{participantId}"));
      assertThat(all).noneMatch(participant -> receiver.tells(participant.name()));
      assertThat(receiver.tells("http.url")).isFalse();
      assertThat(events.get("participant-enrolled"))
          .extracting(event -> event.at("/privirec/participant").asString())
          .containsExactlyElementsOf(all.stream().map(TestParticipant::name).toList());
      assertThat(events.get("participant-enrolled"))
          .allSatisfy(event -> assertThat(event.at("/traceId").asString()).hasSize(32));
      assertThat(events.get("session-started"))
          .extracting(event -> event.at("/privirec/session").asString())
          .containsExactly(done.id(), cancelled.id());
      for (String action : List.of("round-opened", "round-summed")) {
        assertThat(events.get(action).subList(0, ROUNDS))
            .as(action)
            .allSatisfy(event -> {
              assertThat(event.at("/privirec/session").asString()).isEqualTo(done.id());
              assertThat(event.at("/privirec/attempt").asInt()).isEqualTo(1);
              assertThat(event.at("/privirec/participants").asInt()).isEqualTo(PARTICIPANTS);
            })
            .extracting(event -> event.at("/privirec/round").asInt())
            .containsExactly(0, 1);
      }
      assertThat(events.get("session-published"))
          .singleElement()
          .satisfies(event -> {
            assertThat(event.at("/log/level").asString()).isEqualTo("INFO");
            assertThat(event.at("/privirec/session").asString()).isEqualTo(done.id());
            assertThat(event.at("/privirec/release").asString()).isEqualTo(done.releaseId());
            assertThat(event.at("/message").asString()).contains(done.id(), done.releaseId());
          });
      assertThat(events.get("session-cancelled"))
          .singleElement()
          .satisfies(event ->
              assertThat(event.at("/privirec/session").asString()).isEqualTo(cancelled.id()));
      assertThat(coordinator.log()).doesNotContain(RunningCoordinator.ADMIN_TOKEN);
    }
  }

  private static SessionView start(Api api) {
    return api.adminPost(
            "/v1/sessions",
            new SessionRequest(
                "privirec-k",
                TestCohort.TINY,
                SessionRequest.NO_NOISE,
                null,
                null,
                TestCohort.patient(1)))
        .as(SessionView.class);
  }

  private static SessionView end(Api api, SessionView session, List<TestParticipant> all) {
    SessionView[] latest = {session};
    TestWait.until(
        "the session is over",
        () -> {
          all.forEach(participant -> participant.serve(0));
          latest[0] = api.adminGet("/v1/sessions/" + session.id()).as(SessionView.class);
          return latest[0].status().isOver();
        });
    return latest[0];
  }

  /// Lines of JSON, by what happened.
  private static Map<String, List<JsonNode>> events(String log) {
    Function<JsonNode, String> action = event -> event.at("/event/action").asString();
    return log.lines()
        .filter(line -> line.startsWith("{"))
        .map(line -> JsonMapper.shared().readTree(line))
        .filter(event -> event.at("/event/action").isString())
        .collect(Collectors.groupingBy(action));
  }
}
