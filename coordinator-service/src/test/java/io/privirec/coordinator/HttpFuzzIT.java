package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.fuzz.http.FuzzTarget;
import io.privirec.fuzz.http.HttpFuzz;
import io.privirec.round.Staging;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.wire.EnrolmentRequest;
import io.privirec.wire.PeerFailure;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Thousands of malformed requests against a coordinator with a published session, a round in
/// MASKED_INPUT and one in ADVERTISE_KEYS.
class HttpFuzzIT {
  private static final long HEAP_MARGIN = 32L << 20;

  /// Rows that one accepted request may leave: a session invites at most the eleven enrolled
  /// participants, and is cancelled before it is tried often.
  private static final Map<String, Map<String, Integer>> ROWS =
      Map.of(
          "POST /v1/enrolment-tokens", Map.of("enrolment_token", 1),
          "POST /v1/participants", Map.of("participant", 1),
          "POST /v1/catalogue/versions", Map.of("catalogue_version", 1, "catalogue_item", 10),
          "POST /v1/sessions",
              Map.of(
                  "aggregation_session", 1,
                  "session_member", 11,
                  "session_stage", 10,
                  "round", 10,
                  "round_member", 110,
                  "round_event", 20),
          "PUT /v1/roster", Map.of("roster", 1),
          "POST /v1/rounds/{roundId}/messages", Map.of("round_event", 1),
          "PUT /v1/rounds/{roundId}/chunks/{chunk}", Map.of("round_chunk", 1),
          "POST /v1/sessions/{sessionId}/peer-messages",
              Map.of("peer_mailbox", 1, "peer_message", 1));

  @TempDir Path data;
  private RunningCoordinator coordinator;
  private Api api;

  @BeforeEach
  void start() {
    coordinator = RunningCoordinator.start(data);
    api = coordinator.api();
    TestCatalogue.ensure(api);
  }

  @AfterEach
  void stop() {
    coordinator.close();
  }

  @Test
  void everyOperation_malformedRequests_areDeclaredProblemsAndLeaveNothing() throws Exception {
    HttpFuzz fuzz = new HttpFuzz(target());
    fuzz.warmUp();
    cancelAll();
    Map<String, Long> rowsBefore = rows();
    Set<String> filesBefore = files();
    long heapBefore = HttpFuzz.liveHeap();

    Map<String, Integer> accepted = fuzz.run("coordinator", 20);

    cancelAll();
    assertThat(HttpFuzz.liveHeap() - heapBefore).as("growth of the heap").isLessThan(HEAP_MARGIN);
    Map<String, Long> rowsAfter = rows();
    rowsAfter.forEach((table, count) ->
        assertThat(count - rowsBefore.get(table))
            .as("new rows of %s, after %s", table, accepted)
            .isLessThanOrEqualTo(explained(table, accepted)));
    Set<String> newFiles = files();
    newFiles.removeAll(filesBefore);
    System.out.printf(
        "http fuzz: coordinator, heap %+d KB, rows %+d, files %+d%n",
        (HttpFuzz.liveHeap() - heapBefore) >> 10,
        rowsAfter.keySet().stream()
            .mapToLong(table -> rowsAfter.get(table) - rowsBefore.get(table))
            .sum(),
        newFiles.size());
    assertThat(newFiles)
        .noneMatch(file -> file.contains("draft"))
        .hasSizeLessThanOrEqualTo(
            accepted.getOrDefault("POST /v1/catalogue/versions", 0)
                + 2 * accepted.getOrDefault("POST /v1/sessions", 0)
                + accepted.getOrDefault("PUT /v1/rounds/{roundId}/chunks/{chunk}", 0));
    assertThat(TestCohort.ofOneCell(coordinator, "after", 3).runTiny().status())
        .isEqualTo(SessionView.Status.PUBLISHED);
  }

  private FuzzTarget target() {
    TestCohort cells = TestCohort.ofCells(coordinator, "done-", 3, 3);
    SessionView done = cells.runTiny();
    List<TestParticipant> masking = TestParticipant.enrolAll(api, "masking", 3);
    BareRound masked = BareRound.openClosed(coordinator, masking, new Staging.FullSpool());
    Map<String, List<byte[]>> bodies = new HashMap<>();
    for (TestParticipant participant : masking) {
      participant.isSilentOn(work -> work.phase().equals("MASKED_INPUT"));
    }
    masking.forEach(participant -> participant.serve(0));
    for (TestParticipant participant : masking) {
      coordinator.update(
          "insert into session_member (session_id, participant_id) values (?, ?)",
          masked.session(),
          participant.name());
    }
    List<TestParticipant> joining = TestParticipant.enrolAll(api, "joining", 3);
    BareRound open = BareRound.open(coordinator, joining);
    List<byte[]> chunks = new ArrayList<>();
    for (TestParticipant participant : masking) {
      for (int chunk = 0; chunk < masked.chunks(); chunk++) {
        chunks.add(participant.mask(masked.hex(), chunk));
      }
    }
    bodies.put("putChunk", chunks);
    bodies.put(
        "reportPeerFailure",
        List.of(
            Api.JSON.writeValueAsBytes(new PeerFailure("peer-silent", "masking-01", "Silent"))));
    bodies.put("postPeerMessage", List.of("an envelope".getBytes(StandardCharsets.US_ASCII)));
    bodies.put(
        "postMessage",
        Stream.concat(
                joining.stream().map(each -> each.join(open.hex())),
                masking.stream().map(each -> each.commit(masked.hex())))
            .map(ParticipantMessage::encode)
            .toList());
    bodies.put(
        "putRoster",
        List.of(
            TestRosters.text(TestRosters.inForce(api).orElseThrow())
                .getBytes(StandardCharsets.US_ASCII)));
    IdentityKeyPair identity = IdentityKeyPair.generate(new SecureRandom());
    EnrolmentRequest enrolment = TestParticipant.enrolmentRequest(api, "nobody", identity);
    bodies.put("enrolParticipant", List.of(Api.JSON.writeValueAsBytes(enrolment)));
    SessionRequest request = cells.privirecK(TestCohort.TINY, 1);
    bodies.put("planSession", List.of(Api.JSON.writeValueAsBytes(request)));
    bodies.put(
        "appendCatalogueVersion",
        List.of(
            "{\"id\":\"new-1\",\"title\":\"A\"}\n{\"id\":\"new-2\"}"
                .getBytes(StandardCharsets.UTF_8)));
    Map<String, List<String>> known =
        Map.ofEntries(
            Map.entry("roundId", List.of(masked.hex(), open.hex(), done.rounds().getFirst().id())),
            Map.entry("chunk", List.of("0", "1", "2", "3")),
            Map.entry("sessionId", List.of(done.id(), masked.session(), open.session())),
            Map.entry("participantId", List.of("masking-00", "joining-01")),
            Map.entry("releaseId", List.of(done.releaseId())),
            Map.entry(
                "name", List.of("filter.safetensors", "factors.safetensors", "manifest.json")),
            Map.entry("version", List.of("1")),
            Map.entry("code", List.of("wrong-phase")),
            Map.entry("to", List.of("masking-00", "masking-01", "joining-00")),
            Map.entry("after", List.of("0", "9223372036854775807")),
            Map.entry("wait", List.of("0")));
    Map<String, IdentityKeyPair> callers =
        Stream.concat(masking.stream(), joining.stream())
            .collect(Collectors.toMap(TestParticipant::name, TestParticipant::identity));
    return new FuzzTarget(
        api.port(),
        api.adminToken(),
        callers,
        known,
        bodies,
        Map.of("planSession", "SessionRequest"),
        List.of(api.adminToken(), enrolment.token(), enrolment.signature(), data.toString()));
  }

  private void cancelAll() {
    for (String session : running()) {
      api.adminPost("/v1/sessions/" + session + ":cancel", "");
    }
    TestWait.until("nothing is driven", () -> running().isEmpty());
  }

  private List<String> running() {
    String running = "select id from aggregation_session where active";
    return coordinator.jdbc().sql(running).query(String.class).list();
  }

  private static long explained(String table, Map<String, Integer> accepted) {
    return accepted.entrySet().stream()
        .mapToLong(entry ->
            (long) entry.getValue()
                * ROWS.getOrDefault(entry.getKey(), Map.of()).getOrDefault(table, 0))
        .sum();
  }

  private Map<String, Long> rows() {
    Map<String, Long> rows = new TreeMap<>();
    coordinator
        .jdbc()
        .sql("select table_name from information_schema.tables where table_schema = current_schema")
        .query(String.class)
        .list()
        .forEach(table -> rows.put(table, coordinator.count(table)));
    return rows;
  }

  private Set<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(data)) {
      return all.filter(Files::isRegularFile)
          .map(file -> data.relativize(file).toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
