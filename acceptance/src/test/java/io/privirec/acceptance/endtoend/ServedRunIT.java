package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.privirec.acceptance.Acceptance;
import io.privirec.fuzz.document.CheckedInText;
import io.privirec.lab.LabCommand;
import io.privirec.operator.TriedCommand;
import io.privirec.stage.process.FreePorts;
import io.privirec.stage.process.ServiceJars;
import io.privirec.wire.client.RecommenderClient;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A run that serves. A Prometheus has watched the session of the run, and answers the query of
 * every panel of the dashboards. The commands that measure a recommender measure the recommender of
 * the run.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServedRunIT {
  private static final String TYPE = "# TYPE ";

  private static final Path METRICS =
      ServiceJars.ofThisTree().home().resolve("deployment-tests/src/test/resources/metrics");

  private static final Pattern METRIC = Pattern.compile("([a-z][a-z_0-9]+)\\{");

  /**
   * Lines that depend on the JVM, on the state of the build, and on the time between two looks at a
   * session.
   */
  private static final Pattern DIFFERS =
      Pattern.compile("WARNING: |  The first start of this build|  round |  making the model ");

  /** Metrics that begin with an event, of which the run has none. */
  private static final Set<String> NOT_YET =
      Set.of(
          "participant_refusals_total",
          "privirec_participants_missing",
          "privirec_requests_limited_total",
          "recommender_batch_size_bucket",
          "recommender_eval",
          "recommender_experiment_answers_total",
          "recommender_experiment_skipped_total",
          "recommender_releases_inactive_total",
          "recommender_releases_refused_total",
          "recommender_shadow_dropped_total",
          "recommender_shadow_failed_total",
          "recommender_shadow_overlap_bucket",
          "secagg_rejected_total",
          "ssl_chain_expiry_seconds");

  @TempDir private static Path home;

  private Path data;
  private LabRun run;
  private Prometheus prometheus;

  private record Prometheus(Process process, URI uri) {}

  private record Panel(String dashboard, String title, String query) {}

  @BeforeAll
  void serve() throws Exception {
    data = GroupedData.write(home.resolve("shop.csv"), 120, 240);
    run = LabRun.start(home, List.of("--data=" + data, "--participants=4", "--no-noise", "--k=12"));
    Optional<Path> program = onPath("prometheus");
    if (program.isPresent()) {
      prometheus = watch(program.get(), URI.create("http://127.0.0.1:" + FreePorts.base(1)));
    }
    run.awaitOutput(Pattern.compile("^Serving", Pattern.MULTILINE));
  }

  @AfterAll
  void stop() throws Exception {
    try (LabRun _ = run) {
      run.stop();
      run.assertNothingIsLeft();
    } finally {
      if (prometheus != null) {
        prometheus.process().destroy();
        prometheus.process().onExit().join();
      }
    }
  }

  @Test
  void panels_afterASession_areAnswered() throws Exception {
    assumeThat(prometheus).as("Prometheus is installed").isNotNull();
    try (HttpClient http = HttpClient.newHttpClient()) {
      ask(http);
      // Rates need two looks at what has been counted.
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() ->
              !query(http, "count_over_time(recommender_candidates_filtered_total[1m]) >= 3")
                  .isEmpty());
      List<Panel> empty = new ArrayList<>();
      List<Panel> panels = panels();
      for (Panel panel : panels) {
        if (query(http, panel.query()).isEmpty()) {
          empty.add(panel);
        }
      }
      assertThat(panels).hasSizeGreaterThan(50);
      assertThat(empty).filteredOn(panel -> !isOfNothingYet(panel)).isEmpty();
      assertThat(empty).hasSizeLessThan(panels.size() / 3);
    }
  }

  /** The measures have the bars of bench. */
  @Test
  void runningRecommender_isMeasured_andTold() throws Exception {
    Path strangers = Files.writeString(home.resolve("other.csv"), strangers());
    String url = "--url=" + run.uri(1);
    String token = "--token-file=" + run.runDirectory().resolve("recommender-admin-token");
    TriedCommand batches =
        new TriedCommand(
            Acceptance::commandLine,
            "batches",
            url,
            token,
            "--rounds=1",
            "--min-streams=0",
            "--min-job=0");
    new LabCommand("evaluate", "--via=http", url, token).succeeds("--data=" + data);
    batches.succeeds("--data=" + data);
    batches.refuses("does not know all items of it", "--data=" + strangers);
    TriedCommand load =
        new TriedCommand(
            Acceptance::commandLine,
            "load",
            url,
            "--rate=50",
            "--seconds=1",
            "--warm-up=0",
            "--max-p50=60000");
    load.refuses("does not know all items of it", "--data=" + strangers);
    load.refuses(
        "--floor must be a model with constant scores", "--data=" + data, "--floor=" + active());
  }

  /** The names and types of all metrics, which dashboards and alerts of others rely on. */
  @Test
  void metrics_afterASession_areThoseThatAreListed() throws Exception {
    List<String> services = List.of("coordinator-service", "recommender-service", "client-service");
    try (HttpClient http = HttpClient.newHttpClient()) {
      ask(http);
      for (int n = 0; n < services.size(); n++) {
        HttpRequest request =
            HttpRequest.newBuilder(run.uri(n).resolve("/actuator/prometheus")).build();
        Set<String> scraped =
            http.send(request, BodyHandlers.ofString())
                .body()
                .lines()
                .filter(line -> line.startsWith(TYPE))
                .map(line -> line.substring(TYPE.length()))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> listed =
            Files.readAllLines(METRICS.resolve(services.get(n) + ".txt")).stream()
                .filter(line -> !line.startsWith("#"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(listed).as(services.get(n)).containsAll(scraped);
        listed.removeAll(scraped);
        assertThat(listed)
            .as("%s has these after a session", services.get(n))
            .allMatch(line ->
                line.startsWith("jvm_gc_")
                    || NOT_YET.stream()
                        .anyMatch(name -> name.startsWith(line.replaceFirst("(_max)? .*", ""))));
      }
    }
  }

  /** Words and numbers of a run. Times, addresses, ids and sizes are masked. */
  @Test
  void output_andManifest_areAsTheyWere() throws Exception {
    String output =
        run.output()
            .lines()
            .filter(line -> !DIFFERS.matcher(line).lookingAt())
            .map(ServedRunIT::masked)
            .collect(Collectors.joining("\n", "", "\n"));
    CheckedInText.requireFrozen("run.txt", output);
    HttpRequest request =
        HttpRequest.newBuilder(run.uri(0).resolve("/v1/releases/latest"))
            .header(
                "Authorization",
                "Bearer "
                    + Files.readString(run.runDirectory().resolve("coordinator-admin-token"))
                        .strip())
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      JsonNode manifest =
          JsonMapper.shared().readTree(http.send(request, BodyHandlers.ofString()).body());
      CheckedInText.requireFrozen(
          "manifest.json",
          masked(manifest.toPrettyString()).replaceAll("(\"bytes\" : )\\d+", "$1N") + "\n");
    }
  }

  private static String masked(String line) {
    String masked =
        line.replaceAll("below \\S+", "below DIRECTORY")
            .replaceAll("/\\S+/run-[0-9]+", "DIRECTORY")
            .replaceAll("(signature\" : \")[^\"]+", "$1SIGNATURE")
            .replaceAll("http://127\\S+( +process \\d+)?", "ADDRESS")
            .replaceAll("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z", "TIME")
            .replaceAll("[0-9a-f]{24,}", "ID")
            .replaceAll("[0-9][0-9.,]* (s|MiB|KiB)\\b", "N $1");
    return line.startsWith("seconds") ? masked.replaceAll(" [0-9.]+", " N") : masked;
  }

  private String active() throws Exception {
    try (RecommenderClient recommender = RecommenderClient.at(run.uri(1)).build()) {
      return String.valueOf(recommender.models().active());
    }
  }

  private static String strangers() {
    StringBuilder csv = new StringBuilder("user,item\n");
    for (int n = 0; n < 100; n++) {
      csv.append("u%d,stranger-%d%n".formatted(n % 20, n));
    }
    return csv.toString();
  }

  private static Optional<Path> onPath(String program) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private Prometheus watch(Path program, URI at) throws IOException {
    Path configuration = home.resolve("prometheus.yml");
    Files.writeString(
        configuration,
        """
        global: {scrape_interval: 1s}
        scrape_configs:
          - job_name: services
            metrics_path: /actuator/prometheus
            static_configs:
              - targets: ['%s', '%s', '%s']
                labels: {namespace: shops}
        """
            .formatted(
                run.uri(0).getAuthority(), run.uri(1).getAuthority(), run.uri(2).getAuthority()));
    ProcessBuilder builder =
        new ProcessBuilder(
                program.toString(),
                "--config.file=" + configuration,
                "--storage.tsdb.path=" + home.resolve("series"),
                "--web.listen-address=" + at.getAuthority())
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("prometheus.log").toFile());
    return new Prometheus(builder.start(), at);
  }

  /** Sends a usual request, a request without a history, and a broken request. */
  private void ask(HttpClient http) throws IOException, InterruptedException {
    String usual = "{\"history\":[{\"item\":\"item-00001\"}],\"k\":3}";
    assertThat(ask(http, usual)).isEqualTo(200);
    assertThat(ask(http, "{\"history\":[]}")).isEqualTo(200);
    assertThat(ask(http, "{")).isEqualTo(400);
  }

  private int ask(HttpClient http, String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(run.uri(1).resolve("/v1/recommendations"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    return http.send(request, BodyHandlers.ofString()).statusCode();
  }

  private JsonNode query(HttpClient http, String query) throws IOException, InterruptedException {
    URI address =
        prometheus
            .uri()
            .resolve("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
    JsonNode answer =
        JsonMapper.shared()
            .readTree(
                http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString()).body());
    assertThat(answer.path("status").asString()).as("%s: %s", query, answer).isEqualTo("success");
    return answer.at("/data/result");
  }

  private static boolean isOfNothingYet(Panel panel) {
    return METRIC
        .matcher(panel.query())
        .results()
        .anyMatch(found -> NOT_YET.contains(found.group(1)));
  }

  private static List<Panel> panels() throws IOException {
    List<Panel> panels = new ArrayList<>();
    Path dashboards = ServiceJars.ofThisTree().home().resolve("k8s/monitoring/dashboards");
    try (Stream<Path> files = Files.list(dashboards)) {
      for (Path file : files.sorted().toList()) {
        JsonNode dashboard = JsonMapper.shared().readTree(file.toFile());
        add(file.getFileName().toString(), dashboard.path("panels"), panels);
      }
    }
    return panels;
  }

  private static void add(String dashboard, JsonNode panels, List<Panel> all) {
    Map<String, String> variables =
        Map.of("$job", ".*", "$namespace", ".*", "$instance", ".*", "$__rate_interval", "1m");
    for (JsonNode panel : panels) {
      for (JsonNode target : panel.path("targets")) {
        String query = target.path("expr").asString();
        for (Map.Entry<String, String> variable : variables.entrySet()) {
          query = query.replace(variable.getKey(), variable.getValue());
        }
        all.add(new Panel(dashboard, panel.path("title").asString(), query));
      }
      add(dashboard, panel.path("panels"), all);
    }
  }
}
