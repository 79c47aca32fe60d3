package io.privirec.client;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.runtime.ReleaseListener;
import io.privirec.fuzz.http.FuzzTarget;
import io.privirec.fuzz.http.HttpFuzz;
import io.privirec.secagg.roster.Roster;
import io.privirec.wire.SessionView;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Thousands of malformed and of right requests against a client-service that hosts three
/// participants with data and a session behind them.
class HttpFuzzIT {
  private static final long HEAP_MARGIN = 32L << 20;
  private static final int ITEMS = 30;
  private static final String[] NAMES = {"p1", "p2", "p3"};
  private static final String HOSTING = "POST /v1/participants";

  /// Ids that the fuzzer makes up: each leaves the draft of an identity, which the same request
  /// would go on with.
  private static final int MADE_UP_IDS = 300;

  @RegisterExtension
  private final TestDeployment deployment =
      TestDeployment.consenting(ITEMS, 8, List.of(NAMES), "--privirec.client.exact=true");

  private final Holders holders = deployment.holders();
  private final Path data = deployment.data();
  private final Path imports = deployment.imports();
  private final TestCoordinator coordinator = deployment.coordinator();
  private final TestClient client = deployment.client();
  private Roster roster;
  @TempDir private Path published;

  @BeforeEach
  void keepTheRoster() {
    roster = coordinator.rosterInForce();
    coordinator.roster = roster;
  }

  @Test
  void everyOperation_malformedRequests_areDeclaredProblemsAndLeaveNothing() throws Exception {
    takePart("before");
    publish();
    HttpFuzz fuzz = new HttpFuzz(target());
    fuzz.warmUp();
    Map<String, Long> rowsBefore = rows();
    Set<String> filesBefore = files();
    long heapBefore = HttpFuzz.liveHeap();

    Map<String, Integer> accepted = fuzz.run("client", 15);

    long heapGrowth = HttpFuzz.liveHeap() - heapBefore;
    Map<String, Long> rows = rows();
    Set<String> newFiles = files();
    newFiles.removeAll(filesBefore);
    System.out.printf(
        "http fuzz: client, heap %+d KB, rows %+d, files %+d%n",
        heapGrowth >> 10,
        rows.keySet().stream().mapToLong(table -> rows.get(table) - rowsBefore.get(table)).sum(),
        newFiles.size());
    assertThat(heapGrowth).as("growth of the heap").isLessThan(HEAP_MARGIN);
    int imported =
        accepted.getOrDefault("POST /v1/participants/{participant}/interactions", 0)
            + accepted.getOrDefault("POST /v1/participants/{participant}/imports", 0);
    Map<String, Integer> explained =
        Map.of(
            "participant",
            accepted.getOrDefault(HOSTING, 0) + MADE_UP_IDS,
            "holder_user",
            10 * imported,
            "interaction",
            10 * imported,
            "item_metadata",
            accepted.getOrDefault("PUT /v1/items/{id}", 0)
                + 10 * accepted.getOrDefault("POST /v1/items:bulk", 0),
            // The one signed roster there is, perhaps by a request that was cut off behind it.
            "roster",
            1,
            "signed_statement",
            accepted.getOrDefault("POST /v1/participants/{participant}/waivers", 0) + NAMES.length);
    rows.forEach((table, count) ->
        assertThat(count - rowsBefore.get(table))
            .as("new rows of %s, after %s", table, accepted)
            .isLessThanOrEqualTo(explained.getOrDefault(table, 0)));
    assertThat(newFiles).isEmpty();
    takePart("after");
  }

  /// Something to recommend from, with its factors.
  private void publish() throws IOException {
    Path release =
        TestReleases.writeFactored(published, 1, holders.matrix("p1"), coordinator.key());
    coordinator.finish(SessionView.Status.PUBLISHED, Optional.of(release));
    client.bean(ReleaseListener.class).published();
    await("a release", () -> client.get("/v1/items/popular").statusCode() == 200);
  }

  /// A round of a session, with all that are hosted.
  private void takePart(String session) {
    deployment.openFirst(session, deployment.parameters(7));
    deployment.finish(SessionView.Status.FAILED);
  }

  private FuzzTarget target() throws IOException {
    Files.writeString(imports.resolve("good.csv"), "user-1,i1\nuser-1,i2\n");
    Files.writeString(imports.resolve("empty.csv.gz"), "");
    Files.writeString(imports.resolve("plain.csv.gz"), "user-1,i1\n");
    byte[] zipped = gzip("user-2,i3\n".repeat(2000));
    Files.write(imports.resolve("good.csv.gz"), zipped);
    Files.write(imports.resolve("cut.csv.gz"), Arrays.copyOf(zipped, zipped.length - 12));
    byte[] damaged = zipped.clone();
    Arrays.fill(damaged, 12, zipped.length - 8, (byte) 0x5A);
    Files.write(imports.resolve("damaged.csv.gz"), damaged);
    byte[] checksum = zipped.clone();
    checksum[zipped.length - 6] ^= 1;
    Files.write(imports.resolve("checksum.csv.gz"), checksum);
    List<byte[]> files =
        Stream.of(
                "good.csv",
                "good.csv.gz",
                "empty.csv.gz",
                "plain.csv.gz",
                "cut.csv.gz",
                "damaged.csv.gz",
                "checksum.csv.gz",
                "../x",
                "/etc/passwd",
                ".",
                "nobody.csv")
            .map(file -> bytes("{\"file\":\"" + file + "\"}"))
            .toList();
    return new FuzzTarget(
        client.port(),
        TestClient.ADMIN,
        Map.of(),
        Map.of(
            "participant", List.of(NAMES),
            "session", List.of("before", "other"),
            "id", List.of("p1%2Fuser-3", "p2%2Fuser-1", "%00", "%0a", "nobody"),
            "code", List.of("wrong-phase"),
            "k", List.of("5"),
            "offset", List.of("0"),
            "explain", List.of("true"),
            "exact", List.of("false", "true")),
        Map.of(
            "importInteractions",
                List.of(
                    bytes("user,item,rating,timestamp\nuser-1,i1,5,978300760\n\"a,b\",i2,1.5\n")),
            "importFile", files,
            "recommendBatch",
                List.of(bytes("{\"id\":\"p1/user-3\",\"k\":5}\n{\"id\":\"nobody\"}\n")),
            "signWaiver", List.of(bytes("{\"atom\":[\"p1\",\"p2\",\"p3\"]}")),
            "putRoster", List.of(bytes(coordinator.rosters().text(roster))),
            "hostParticipant",
                List.of(bytes("{\"id\":\"guest\",\"enrolmentToken\":\"secret-token-5f1\"}"))),
        Map.of(
            "recommendBatch", "UserRecommendationRequest",
            "recommendForUserWith", "UserRecommendationRequest",
            "scoreForUser", "UserScoresRequest",
            "putItem", "ItemMetadata",
            "putItems", "ItemMetadataLine",
            "similarToItems", "SimilarItemsRequest"),
        List.of(TestClient.ADMIN, "secret-token-5f1", data.toString(), imports.toString()));
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(bytes(text));
    }
    return bytes.toByteArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Map<String, Long> rows() {
    JdbcClient jdbc = client.bean(JdbcClient.class);
    Map<String, Long> rows = new TreeMap<>();
    jdbc.sql("select table_name from information_schema.tables where table_schema = current_schema")
        .query(String.class)
        .list()
        .forEach(table ->
            rows.put(table, jdbc.sql("select count(*) from " + table).query(Long.class).single()));
    return rows;
  }

  /// Without those of the database server.
  private Set<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(data)) {
      return all.filter(file -> Files.isRegularFile(file))
          .map(file -> data.relativize(file).toString())
          .filter(file -> !file.startsWith("postgres"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
