package io.privirec.recommender;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.fuzz.database.SharedDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service on a random port, asked over HTTP. All share a database server. */
final class RunningRecommender implements AutoCloseable {
  static final String ADMIN_TOKEN = "a-token-for-tests";

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final ConfigurableApplicationContext context;
  private final String schema;
  private final int port;

  private RunningRecommender(ConfigurableApplicationContext context, String schema) {
    this.context = context;
    this.schema = schema;
    this.port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
  }

  /** Who starts on the same data again finds the same schema. */
  static RunningRecommender start(Path data, URI coordinator, String... more) {
    return startIn(schemaOf(data), data, coordinator, more);
  }

  /** A replica beside this one: another data directory, the same database. */
  RunningRecommender replica(Path data, URI coordinator) {
    return startIn(schema, data, coordinator);
  }

  private static String schemaOf(Path data) {
    return "recommender_"
        + UUID.nameUUIDFromBytes(data.toString().getBytes(UTF_8)).toString().replace("-", "");
  }

  private static RunningRecommender startIn(
      String schema, Path data, URI coordinator, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--server.port=0",
                "--privirec.data-dir=" + data,
                "--privirec.admin-token=" + ADMIN_TOKEN,
                "--privirec.coordinator.url=" + coordinator,
                "--privirec.coordinator.public-key="
                    + TestReleases.COORDINATOR.publicKey().base64Url(),
                "--privirec.recommender.poll-interval=50ms"));
    arguments.addAll(SharedDatabase.arguments(schema));
    arguments.addAll(List.of(more));
    return new RunningRecommender(
        SpringApplication.run(RecommenderApplication.class, arguments.toArray(String[]::new)),
        schema);
  }

  HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder(uri(path)).GET().build());
  }

  HttpResponse<String> recommend(String body) {
    return post("/v1/recommendations", body);
  }

  HttpResponse<String> post(String path, String body) {
    return send(
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build());
  }

  /** As the operator. */
  HttpResponse<String> admin(String method, String path) {
    return admin(method, path, "");
  }

  /** As the operator, with a JSON body unless it is empty. */
  HttpResponse<String> admin(String method, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path))
            .header("Authorization", "Bearer " + ADMIN_TOKEN)
            .method(method, BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    return send(request.build());
  }

  /** As the operator, with any body. */
  HttpResponse<String> admin(String method, String path, String mediaType, String body) {
    return send(
        HttpRequest.newBuilder(uri(path))
            .header("Authorization", "Bearer " + ADMIN_TOKEN)
            .header("Content-Type", mediaType)
            .method(method, BodyPublishers.ofString(body))
            .build());
  }

  /** To the database, past the service. */
  Connection connect() throws SQLException {
    return context.getBean(DataSource.class).getConnection();
  }

  HttpResponse<String> send(String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request.build());
  }

  int port() {
    return port;
  }

  void awaitReady() throws InterruptedException {
    await(() -> get("/readyz").statusCode() == 200);
  }

  void awaitModel(String version) throws InterruptedException {
    await(() -> version.equals(json(get("/v1/models")).at("/active").asString("")));
  }

  void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      Thread.sleep(20);
    }
  }

  static JsonNode json(HttpResponse<String> response) {
    return JsonMapper.shared().readTree(response.body());
  }

  private URI uri(String path) {
    return URI.create("http://localhost:" + port + path);
  }

  private static HttpResponse<String> send(HttpRequest request) {
    try {
      return CLIENT.send(request, BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
