package io.privirec.recommender;

import io.privirec.edge.datadir.DurableFiles;
import io.privirec.fuzz.database.SharedDatabase;
import io.privirec.fuzz.outage.FaultyDatabase;
import io.privirec.serving.release.TestCoordinator;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;

/// The service on a random port, beside a coordinator with releases, asked over HTTP. Registered in
/// a static field it runs for all tests of the class, else for each of them anew. All share a
/// database server.
final class RunningRecommender implements AutoCloseable, BeforeAllCallback, BeforeEachCallback {
  /// Accepts releases without noise, unless a test states another value.
  static final String ACCEPT = "--privirec.recommender.accept=";

  /// 0 unless a test states another value.
  static final String WARM_UP = "--privirec.recommender.warm-up-time=";

  static final String ADMIN_TOKEN = "a-token-for-tests";

  private static final RunningRecommender SHARED = serving(1);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final boolean isStarted;
  private final int[] releases;
  private final List<String> arguments = new ArrayList<>();
  private Function<String, List<String>> database = SharedDatabase::arguments;
  private Path directory;
  private String schema;
  private TestCoordinator coordinator;
  private ConfigurableApplicationContext context;
  private volatile Duration ahead = Duration.ZERO;

  private RunningRecommender(boolean isStarted, int... releases) {
    this.isStarted = isStarted;
    this.releases = releases;
  }

  /// Its coordinator has published these releases, in their order, and it has loaded all of them.
  static RunningRecommender serving(int... releases) {
    return new RunningRecommender(true, releases);
  }

  /// Only the coordinator runs, and has published these releases: the test starts the service.
  static RunningRecommender notStarted(int... releases) {
    return new RunningRecommender(false, releases);
  }

  /// The one with release 1 and no settings, for all classes: who asks it leaves no trace.
  static RunningRecommender shared() {
    return SHARED;
  }

  RunningRecommender with(String... more) {
    arguments.addAll(List.of(more));
    return this;
  }

  /// Uses a database of its own.
  RunningRecommender on(FaultyDatabase other) {
    database = _ -> other.arguments();
    return this;
  }

  @Override
  public void beforeAll(ExtensionContext test) throws Exception {
    open(this == SHARED ? test.getRoot() : test);
  }

  @Override
  public void beforeEach(ExtensionContext test) throws Exception {
    open(test);
  }

  /// Closed by the store at the end of the class or the test, or of all where it is shared.
  private void open(ExtensionContext until) throws Exception {
    if (directory == null) {
      open();
      until.getStore(ExtensionContext.Namespace.create(this)).put(this, this);
    }
  }

  /// Begins beside another one, without the extension.
  RunningRecommender open() throws Exception {
    directory = Files.createTempDirectory("recommender-");
    coordinator = new TestCoordinator();
    if (schema == null) {
      schema = directory.getFileName().toString().replace('-', '_');
    }
    if (isStarted) {
      start();
    }
    for (int n : releases) {
      coordinator.publish(TestReleases.write(published(), n));
      if (isStarted) {
        awaitModel("r-" + n);
      }
    }
    return this;
  }

  /// A replica with the same releases on the same database.
  RunningRecommender replica() throws Exception {
    RunningRecommender replica = serving(releases);
    replica.schema = schema;
    return replica.open();
  }

  /// Has the next start find an empty database.
  void loseDatabase() {
    schema += "_new";
  }

  /// Where releases are written.
  Path published() {
    return directory.resolve("published");
  }

  Path published(String release) {
    return published().resolve(release);
  }

  /// The service's own directory.
  Path data() {
    return directory.resolve("data");
  }

  TestCoordinator coordinator() {
    return coordinator;
  }

  /// Makes releases the coordinator's newest, one after the other, and waits for each.
  void publish(int... numbers) throws IOException {
    for (int n : numbers) {
      Path release = published("r-" + n);
      coordinator.publish(Files.exists(release) ? release : TestReleases.write(published(), n));
      await(() -> get("/v1/models/r-" + n).status() == 200);
    }
  }

  /// Starts the service; who starts it again finds the same data and the same schema.
  void start(String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--server.port=0",
                "--privirec.data-dir=" + data(),
                "--privirec.admin-token=" + ADMIN_TOKEN,
                "--privirec.coordinator.url=" + coordinator.uri(),
                "--privirec.coordinator.public-key="
                    + TestReleases.COORDINATOR.publicKey().base64Url(),
                "--privirec.recommender.poll-interval=50ms",
                // Code of the JVM of the tests is warm, and what cold code costs is not measured.
                "--privirec.recommender.warm-up-requests=5",
                "--privirec.http.longest-wait=0s"));
    all.addAll(database.apply(schema));
    all.addAll(arguments);
    all.addAll(List.of(more));
    if (all.stream().noneMatch(argument -> argument.startsWith(ACCEPT))) {
      all.add(ACCEPT + "any");
    }
    if (all.stream().noneMatch(argument -> argument.startsWith(WARM_UP))) {
      all.add(WARM_UP + "0s");
    }
    SpringApplication application = new SpringApplication(RecommenderApplication.class);
    application.addInitializers(
        starting -> starting.getBeanFactory().registerSingleton("clock", clock()));
    context = application.run(all.toArray(String[]::new));
  }

  private Clock clock() {
    InstantSource source = () -> Instant.now().plus(ahead);
    return source.withZone(ZoneOffset.UTC);
  }

  /// Moves the clock of the service.
  void clockAdvances(Duration by) {
    ahead = by;
  }

  /// Starts the service, and waits until a model answers.
  void run(String... more) {
    start(more);
    awaitReady();
  }

  void restart(String... more) {
    stop();
    run(more);
  }

  void stop() {
    context.close();
  }

  /// Ends the service, its coordinator, and what both have on the disk.
  @Override
  public void close() throws IOException {
    if (context != null) {
      context.close();
    }
    coordinator.close();
    DurableFiles.deleteTree(directory);
  }

  Answer get(String path) {
    return exchange(HttpRequest.newBuilder(uri(path)));
  }

  Answer recommend(String body) {
    return post("/v1/recommendations", body);
  }

  Answer post(String path, String body) {
    return send("POST", path, body);
  }

  /// As the operator.
  Answer admin(String method, String path) {
    return admin(method, path, "");
  }

  /// As the operator, with a JSON body.
  Answer admin(String method, String path, String body) {
    return admin(method, path, "application/json", body);
  }

  /// As the operator, with any body.
  Answer admin(String method, String path, String mediaType, String body) {
    return exchange(
        HttpRequest.newBuilder(uri(path))
            .header("Authorization", "Bearer " + ADMIN_TOKEN)
            .header("Content-Type", mediaType)
            .method(method, BodyPublishers.ofString(body)));
  }

  /// Lines, as the operator: a batch, the requests of a job, or metadata.
  Answer ndjson(String path, String lines) {
    return admin("POST", path, "application/x-ndjson", lines);
  }

  /// The view of a job once it is over.
  JsonNode awaitJob(Answer created) {
    String path = created.is(202).header("Location");
    await(() -> List.of("COMPLETED", "FAILED").contains(admin("GET", path).text("/status")));
    return admin("GET", path).json();
  }

  Answer send(String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body));
    return exchange(headers.length == 0 ? request : request.headers(headers));
  }

  private static Answer exchange(HttpRequest.Builder request) {
    try {
      return Answer.of(CLIENT.send(request.build(), BodyHandlers.ofString()));
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// What the metrics are now.
  String scrape() {
    return get("/actuator/prometheus").body();
  }

  /// To the database, past the service.
  Connection connect() throws SQLException {
    return context.getBean(DataSource.class).getConnection();
  }

  int port() {
    return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
  }

  URI uri(String path) {
    return URI.create("http://localhost:" + port() + path);
  }

  void awaitReady() {
    await(() -> get("/readyz").status() == 200);
  }

  /// Waits until a model is the active one.
  void awaitModel(String version) {
    await(() -> get("/v1/models").text("/active").equals(version));
  }

  void await(Callable<Boolean> condition) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(50))
        .until(condition);
  }
}
