package io.privirec.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.fuzz.database.SharedDatabase;
import io.privirec.secagg.roster.DepartureClause;
import io.privirec.wire.MaskedCellView;
import io.privirec.wire.ParticipantPrivacy;
import io.privirec.wire.ParticipationView;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A client-service in this process, asked over HTTP. It can be stopped and started again on the
/// same data. All of them share a database server, each in a schema of its own.
public final class TestClient implements AutoCloseable {
  static final String ADMIN = "0123456789-admin-token";
  private static final String[] AUTHORIZED = {"Authorization", "Bearer " + ADMIN};
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final List<String> arguments;
  private final List<String> database = SharedDatabase.arguments(newSchema());
  private final Map<String, Object> parts = new HashMap<>();
  private InstantSource clock = InstantSource.system();
  private ConfigurableApplicationContext context;

  /// Does not start it.
  public TestClient(Path dataDirectory, TestCoordinator coordinator, String... more) {
    arguments =
        new ArrayList<>(
            List.of(
                "--server.port=0",
                "--privirec.data-dir=" + dataDirectory,
                "--privirec.admin-token=" + ADMIN,
                "--privirec.coordinator.url=" + coordinator.url(),
                "--privirec.client.threat-model=semi-honest",
                "--privirec.client.roster-key=" + coordinator.rosters().keeper().publicKey(),
                // Each consent freezes the data as it is.
                "--privirec.client.min-interval=PT0S"));
    arguments.addAll(database);
    for (String argument : more) {
      set(argument);
    }
  }

  /// Sets a property, in place of an earlier value, for the next start.
  public void set(String argument) {
    String property = argument.substring(0, argument.indexOf('=') + 1);
    arguments.removeIf(earlier -> earlier.startsWith(property));
    arguments.add(argument);
  }

  private static String newSchema() {
    return "client_" + UUID.randomUUID().toString().replace("-", "");
  }

  /// Sets an empty database for the next start, and returns the properties of the known database.
  List<String> useNewSchema() {
    SharedDatabase.arguments(newSchema()).forEach(this::set);
    return database;
  }

  /// Sets the time of the service, for the next start.
  void readsTime(InstantSource source) {
    clock = source;
  }

  /// Puts a part into the service, for the next start.
  public void add(String name, Object part) {
    parts.put(name, part);
  }

  public TestClient start() {
    context =
        new SpringApplicationBuilder(ClientApplication.class)
            .initializers(this::register)
            .run(arguments.toArray(String[]::new));
    return this;
  }

  private void register(ConfigurableApplicationContext starting) {
    parts.forEach(starting.getBeanFactory()::registerSingleton);
    starting.getBeanFactory().registerSingleton("clock", clock.withZone(ZoneOffset.UTC));
  }

  /// Stops and starts it with other values of some properties.
  public void restartWith(String... properties) {
    stop();
    for (String property : properties) {
      set(property);
    }
    start();
  }

  public void stop() {
    context.close();
  }

  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  int port() {
    return ((ServletWebServerApplicationContext) context).getWebServer().getPort();
  }

  public HttpResponse<String> get(String path) {
    return send("GET", path, BodyPublishers.noBody(), AUTHORIZED);
  }

  public HttpResponse<String> postJson(String path, String body) {
    return post(path, "application/json", body);
  }

  public HttpResponse<String> post(String path, String mediaType, String body) {
    return post(path, mediaType, BodyPublishers.ofString(body));
  }

  public HttpResponse<String> post(String path, String mediaType, BodyPublisher body) {
    return send("POST", path, body, typed(mediaType));
  }

  public HttpResponse<String> putText(String path, String body) {
    return put(path, "text/plain", body);
  }

  public HttpResponse<String> put(String path, String mediaType, String body) {
    return send("PUT", path, BodyPublishers.ofString(body), typed(mediaType));
  }

  private static String[] typed(String mediaType) {
    return new String[] {"Authorization", "Bearer " + ADMIN, "Content-Type", mediaType};
  }

  public HttpResponse<String> send(
      String method, String path, BodyPublisher body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port() + path))
            .method(method, body);
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return HTTP.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  public void host(String participant) {
    HttpResponse<String> response =
        postJson(
            "/v1/participants",
            "{\"id\":\"%s\",\"enrolmentToken\":\"%s\"}"
                .formatted(participant, TestCoordinator.TOKEN));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
  }

  /// The body of an answer that must be good.
  private static String ok(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  /// Puts a roster in force that must be taken.
  public void put(String roster) {
    ok(putText("/v1/roster", roster));
  }

  /// Puts the roster in force that closed sessions of a coordinator rest on.
  public void putRosterOf(TestCoordinator coordinator) {
    put(coordinator.rosters().text(coordinator.rosterInForce()));
  }

  public void importCsv(String participant, String csv) {
    ok(post("/v1/participants/" + participant + "/interactions", "text/csv", csv));
  }

  public List<ParticipationView> participations(String participant) {
    String path = "/v1/participants/" + participant + "/participations";
    return List.of(JsonMapper.shared().readValue(ok(get(path)), ParticipationView[].class));
  }

  /// Approves a session for a participant. For sums without noise, the service measures the
  /// exposure first.
  public HttpResponse<String> approve(String participant, String session) {
    String path = "/v1/participants/" + participant + "/sessions/" + session;
    String request = joinsAlone(participant, session) ? "{\"joinsAlone\":true}" : "";
    HttpResponse<String> answer = postJson(path + ":approve", request);
    if (!answer.body().contains("\"exposure-not-measured\"")) {
      return answer;
    }
    HttpResponse<String> measured = measured(path + "/exposure");
    return measured.statusCode() == 200 ? postJson(path + ":approve", request) : measured;
  }

  private boolean joinsAlone(String participant, String session) {
    return participations(participant).stream()
        .anyMatch(
            view -> view.sessionId().equals(session) && Boolean.TRUE.equals(view.joinsAlone()));
  }

  /// Measures an exposure, after the one that another caller of the service measures.
  private HttpResponse<String> measured(String path) {
    return Awaitility.await("the service measures no other exposure")
        .atMost(Duration.ofMinutes(1))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(40))
        .until(() -> get(path), answer -> answer.statusCode() != 429);
  }

  /// Returns the ledger of a participant.
  public ParticipantPrivacy privacy(String participant) {
    return JsonMapper.shared()
        .readValue(
            ok(get("/v1/participants/" + participant + "/privacy")), ParticipantPrivacy.class);
  }

  /// Reconciles a participant's ledger.
  ///
  /// @param way `COPY`, `FILE` or `WORST_CASE`
  public HttpResponse<String> reconcile(String participant, String way) {
    return reconcile(participant, way, false);
  }

  /// The same, also if the ledger is not locked.
  public HttpResponse<String> reconcile(String participant, String way, boolean unnoticed) {
    return postJson(
        "/v1/participants/" + participant + "/privacy/reconciliation",
        "{\"by\":\"%s\",\"unnoticed\":%s}".formatted(way, unnoticed));
  }

  /// What a participant signs for the keeper of the roster: that it may be told apart.
  public String waiver(String signer, String... atom) {
    String body = "{\"atom\":[\"" + String.join("\",\"", atom) + "\"]}";
    HttpResponse<String> answer = postJson("/v1/participants/" + signer + "/waivers", body);
    ok(answer);
    return json(answer).get("waiver").asString();
  }

  /// Likewise, that the others may go on once it has left.
  public String departure(String signer) {
    HttpResponse<String> answer = postJson("/v1/participants/" + signer + "/departure-clause", "");
    ok(answer);
    assertThat(json(answer).get("statement").asString()).isEqualTo(DepartureClause.SENTENCE);
    return json(answer).get("departure").asString();
  }

  /// Numbers of the cells whose sums count as opened for a participant.
  public List<Integer> masked(String participant) {
    HttpResponse<String> response = get("/v1/participants/" + participant + "/masked-cells");
    MaskedCellView[] cells = JsonMapper.shared().readValue(response.body(), MaskedCellView[].class);
    return Arrays.stream(cells).filter(MaskedCellView::masked).map(MaskedCellView::number).toList();
  }

  /// An answer must be a problem.
  public static void refused(HttpResponse<String> answer, int status, String code) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(code(answer)).isEqualTo(code);
  }

  /// The problem's code.
  public static String code(HttpResponse<String> answer) {
    return json(answer).get("code").asString();
  }

  public static JsonNode json(HttpResponse<String> response) {
    return JsonMapper.shared().readTree(response.body());
  }

  /// Waits until a condition holds, for a minute at most.
  public static void await(String what, Callable<Boolean> condition) {
    Awaitility.await(what)
        .atMost(Duration.ofMinutes(1))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(40))
        .until(condition);
  }

  @Override
  public void close() {
    stop();
  }
}
