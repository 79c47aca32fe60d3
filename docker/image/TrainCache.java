import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Writes the AOT cache of a service while its image is built: the service lives once, on a
/// database of this program, with the JVM, the jars and the flags that it will run with. Then it
/// lives a second time and may start from the cache only, or else the build fails.
///
/// The database is the embedded PostgreSQL that development uses. Its jars are on the class path of
/// this program, not on the service's, and stay behind in the stage of the build that trains.
public final class TrainCache {
  private static final Path APPLICATION = Path.of("/opt/privirec");
  private static final Path CACHE = APPLICATION.resolve("service.aot");
  private static final Duration STARTED_WITHIN = Duration.ofMinutes(5);
  private static final Duration ENDED_WITHIN = Duration.ofMinutes(5);

  /// What every service answers. Their classes are loaded, and what is called often is noted.
  private static final List<String> PATHS =
      List.of(
          "/readyz", "/actuator/info", "/actuator/prometheus", "/v3/api-docs", "/problems", "/");

  private static final int CALLS = 20;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Path scratch = Files.createTempDirectory("training-");
  private final int database;

  private TrainCache(int database) throws IOException {
    this.database = database;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
      TrainCache training = new TrainCache(postgres.getPort());
      training.live("trained", CALLS, List.of("-XX:AOTCacheOutput=" + CACHE));
      if (Files.notExists(CACHE)) {
        throw new IOException("The JVM wrote no AOT cache. Its log:\n" + training.log());
      }
      training.live(
          "started from the cache", 0, List.of("-XX:AOTCache=" + CACHE, "-XX:AOTMode=on"));
      System.out.printf("AOT cache of %,d bytes%n", Files.size(CACHE));
    }
  }

  /// Starts the service, uses it and ends it.
  ///
  /// @param calls how often each path is asked for
  private void live(String what, int calls, List<String> options)
      throws IOException, InterruptedException {
    int port = freePort();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + APPLICATION.resolve("jvm.options"));
    command.addAll(options);
    command.add("-jar");
    command.add(APPLICATION.resolve("service.jar").toString());
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(logFile());
    builder.environment().remove("JDK_JAVA_OPTIONS");
    builder
        .environment()
        .putAll(
            Map.of(
                "SPRING_DATASOURCE_URL",
                "jdbc:postgresql://localhost:" + database + "/postgres",
                "SPRING_DATASOURCE_USERNAME",
                "postgres",
                "SERVER_ADDRESS",
                "127.0.0.1",
                "SERVER_PORT",
                Integer.toString(port),
                "PRIVIREC_DATA_DIR",
                scratch.resolve("data").toString()));
    Process service = builder.start();
    try {
      URI uri = URI.create("http://127.0.0.1:" + port);
      awaitLive(service, uri);
      Duration start = service.info().totalCpuDuration().orElse(Duration.ZERO);
      for (int n = 0; n < calls; n++) {
        for (String path : PATHS) {
          status(uri.resolve(path));
        }
      }
      service.destroy();
      if (!service.waitFor(ENDED_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
        throw new IOException("The service does not end. Its log:\n" + log());
      }
      System.out.printf("%s: live after %.1f s of processor time%n", what, start.toMillis() / 1e3);
    } finally {
      service.destroyForcibly();
    }
  }

  private void awaitLive(Process service, URI uri) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + STARTED_WITHIN.toNanos();
    while (status(uri.resolve("/livez")) != 200) {
      if (!service.isAlive() || System.nanoTime() > deadline) {
        throw new IOException("The service does not start. Its log:\n" + log());
      }
      Thread.sleep(100);
    }
  }

  /// The status of an answer; 0 without one.
  private int status(URI uri) throws InterruptedException {
    try {
      return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding()).statusCode();
    } catch (IOException notYet) {
      return 0;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private File logFile() {
    return scratch.resolve("service.log").toFile();
  }

  private String log() throws IOException {
    return Files.readString(logFile().toPath());
  }
}
