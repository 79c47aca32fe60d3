package io.privirec.client;

import static io.privirec.client.TestClient.code;
import static io.privirec.client.TestClient.json;
import static io.privirec.client.TestClient.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.signature.IdentityKeyPair;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Hosting, imports and refusals over HTTP, on a real database.
class HoldingTest {
  @RegisterExtension
  private static final TestDeployment deployment = new TestDeployment(20, 0, List.of("shop"));

  private static final TestCoordinator coordinator = deployment.coordinator();
  private static final TestClient client = deployment.client();

  private static HttpResponse<String> csv(String participant, String body) {
    return client.post("/v1/participants/" + participant + "/interactions", "text/csv", body);
  }

  private static HttpResponse<String> host(TestClient where, String participant, String token) {
    return where.postJson(
        "/v1/participants",
        "{\"id\":\"%s\",\"enrolmentToken\":\"%s\"}".formatted(participant, token));
  }

  @Test
  void participant_hosted_pinsTheCoordinatorsKeyAndSealsItsOwn() throws IOException {
    var listed = json(client.get("/v1/participants"));

    assertThat(listed.get(0).get("coordinatorKey").asString())
        .isEqualTo(coordinator.key().publicKey().base64Url());
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(deployment.data().resolve("encryption-keys"))))
        .isEqualTo("rw-------");
  }

  @Test
  void enrolment_atACoordinatorOfAnotherKeyThanGiven_isRefusedBeforeAnythingIsSent(
      @TempDir Path elsewhere) {
    String expected = IdentityKeyPair.generate(new SecureRandom()).publicKey().base64Url();
    try (TestClient wary =
        new TestClient(elsewhere, coordinator, "--privirec.client.coordinator-key=" + expected)
            .start()) {
      var response = host(wary, "wary", "one-time");

      refused(response, 502, "coordinator-key-mismatch");
      assertThat(coordinator.members()).noneMatch(member -> member.id().value().equals("wary"));

      wary.stop();
      String right = coordinator.key().publicKey().base64Url();
      wary.set("--privirec.client.coordinator-key=" + right);
      wary.start();
      wary.host("wary");
      wary.stop();
      wary.set("--privirec.client.coordinator-key=" + expected);
      assertThatThrownBy(wary::start).rootCause().hasMessageContaining("wary enrolled");
      wary.set("--privirec.client.coordinator-key=" + right);
      wary.start();
    }
  }

  @Test
  void participant_hostedTwice_isRefused() {
    var response = host(client, "shop", "x");

    refused(response, 409, "participant-exists");
  }

  @Test
  void enrolment_withARefusedToken_passesTheReasonOnAndCanBeRepeated() {
    var refused = host(client, "late", "wrong");

    refused(refused, 403, "enrolment-token-refused");
    client.host("late");
  }

  @Test
  void enrolment_whoseAnswerWasLost_isFinishedByTheSameRequest() {
    coordinator.losesNextEnrolment = true;
    var lost = host(client, "unsure", "one-time");

    assertThat(lost.statusCode()).as(lost.body()).isEqualTo(201);
    assertThat(json(client.get("/v1/participants")).findValuesAsString("id")).contains("unsure");
  }

  @Test
  void catalogue_whereAnItemChangedItsPlace_isRefused() {
    coordinator.replaceCatalogue(21);
    try {
      var response = csv("shop", "ann,i1\n");
      assertThat(response.statusCode()).isEqualTo(502);
      assertThat(json(response).get("detail").asString()).contains("changed its place");
    } finally {
      coordinator.catalogueOf(20);
    }
  }

  @Test
  void participantId_malformed_isInvalid() {
    var response = host(client, "A B", "x");

    refused(response, 422, "invalid-value");
  }

  @Test
  void import_withDuplicates_countsThem() {
    client.host("dup");

    var first = csv("dup", "user,item,rating\nann,i1,5\nann,i1,3\nann,i2\n\nbob,i1,1.5\n");
    var second = csv("dup", "ann,i2\r\n\"c,\"\"d\",i3");

    assertThat(json(first).get("lines").asLong()).isEqualTo(4);
    assertThat(json(first).get("added").asLong()).isEqualTo(3);
    assertThat(json(first).get("duplicates").asLong()).isEqualTo(1);
    assertThat(json(second).get("added").asLong()).isEqualTo(1);
    assertThat(json(second).get("duplicates").asLong()).isEqualTo(1);
    assertThat(json(second).get("users").asLong()).isEqualTo(3);
    assertThat(json(second).get("interactions").asLong()).isEqualTo(4);
  }

  @Test
  void import_withBrokenLines_namesThemAndStoresNothing() {
    client.host("broken");

    var response = csv("broken", "ann,i1\nann\nann,i2,many\n\"ann,i2\nann,i3\n");

    refused(response, 422, "broken-line");
    assertThat(json(response).get("detail").asString()).startsWith("line 2: ");
    assertThat(json(response).get("errors").findValuesAsString("pointer"))
        .containsExactly("/line/2", "/line/3", "/line/4");
    assertThat(json(csv("broken", "ann,i5\n")).get("interactions").asLong()).isEqualTo(1);
  }

  @Test
  void import_ofAnUnknownItem_isRefusedWithItsLine() {
    var response = csv("shop", "ann,i1\nann,i20\n");

    refused(response, 422, "unknown-item");
    assertThat(json(response).get("detail").asString()).startsWith("line 2: ").contains("i20");
  }

  @Test
  void import_ofNothing_isRefused() {
    assertThat(code(csv("shop", "user,item\n"))).isEqualTo("empty-dataset");
    assertThat(code(csv("shop", ""))).isEqualTo("empty-dataset");
  }

  @Test
  void import_ofBytesThatAreNoText_isABrokenLine() {
    var response =
        client.post(
            "/v1/participants/shop/interactions",
            "text/csv",
            BodyPublishers.ofByteArray(new byte[] {'a', ',', (byte) 0xFF, '\n'}));

    assertThat(code(response)).isEqualTo("broken-line");
  }

  @Test
  void import_forAStranger_isUnknownParticipant() {
    assertThat(code(csv("nobody", "a,i1"))).isEqualTo("unknown-participant");
    assertThat(code(csv("No%20Body", "a,i1"))).isEqualTo("unknown-participant");
  }

  @Test
  void import_byFile_staysBelowTheDirectory() throws IOException {
    client.host("files");
    Files.writeString(deployment.imports().resolve("clicks.csv"), "ann,i1\n");
    Files.writeString(deployment.data().resolve("outside.csv"), "ann,i2\n");
    Files.createSymbolicLink(
        deployment.imports().resolve("link.csv"), deployment.data().resolve("outside.csv"));

    var good = client.postJson("/v1/participants/files/imports", "{\"file\":\"clicks.csv\"}");
    assertThat(json(good).get("added").asLong()).isEqualTo(1);
    for (String name : new String[] {"../outside.csv", "link.csv", "none.csv", "."}) {
      var bad = client.postJson("/v1/participants/files/imports", "{\"file\":\"" + name + "\"}");
      assertThat(code(bad)).as(name).isEqualTo("invalid-value");
    }
  }

  @Test
  void import_byFileOfDamagedGzip_isRefused() throws IOException {
    client.host("gzip");
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write("ann,i1\n".repeat(1000).getBytes(StandardCharsets.US_ASCII));
    }
    byte[] damaged = zipped.toByteArray();
    Files.write(deployment.imports().resolve("cut.gz"), Arrays.copyOf(damaged, damaged.length - 9));
    damaged[damaged.length - 6] ^= 1;
    Files.write(deployment.imports().resolve("checksum.gz"), damaged);
    Files.write(deployment.imports().resolve("empty.gz"), new byte[0]);

    for (String name : new String[] {"cut.gz", "checksum.gz", "empty.gz"}) {
      var bad = client.postJson("/v1/participants/gzip/imports", "{\"file\":\"" + name + "\"}");
      assertThat(bad.statusCode()).as(name).isEqualTo(422);
      assertThat(code(bad))
          .as(name)
          .isEqualTo(name.equals("empty.gz") ? "empty-dataset" : "broken-line");
    }
  }

  /// Forty million equal rows in less than a megabyte.
  @Test
  void import_ofGzipThatUnpacksToTooMuch_isRefusedByBodyAndByFile() throws IOException {
    client.host("bomb");
    ByteArrayOutputStream member = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(member)) {
      out.write("a,i1\n".repeat(1_000_000).getBytes(StandardCharsets.US_ASCII));
    }
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    for (int n = 0; n < 40; n++) {
      bomb.write(member.toByteArray());
    }
    assertThat(bomb.size()).isLessThan(1 << 20);
    Files.write(deployment.imports().resolve("bomb.csv"), bomb.toByteArray());

    var body =
        client.post(
            "/v1/participants/bomb/interactions",
            "text/csv",
            BodyPublishers.ofByteArray(bomb.toByteArray()));
    var file = client.postJson("/v1/participants/bomb/imports", "{\"file\":\"bomb.csv\"}");

    for (var refused : List.of(body, file)) {
      assertThat(refused.statusCode()).isEqualTo(413);
      assertThat(code(refused)).isEqualTo("payload-too-large");
      assertThat(json(refused).get("detail").asString())
          .startsWith("gzip data unpacks to more than 50 times its size");
    }
    assertThat(json(csv("bomb", "a,i1\n")).get("added").asLong()).isEqualTo(1);
  }

  @Test
  void recommendation_beforeAnyRelease_saysSo() {
    client.host("user");
    client.importCsv("user", "\"a/b%;é\",i1\nann2,i2\n");

    var strange = client.get("/v1/users/a%2Fb%25%3B%C3%A9/recommendations");
    var unknown = client.get("/v1/users/nobody/recommendations?fallback=none");

    assertThat(code(strange)).as(strange.body()).isEqualTo("no-release");
    assertThat(code(unknown)).isEqualTo("unknown-user");
  }

  @Test
  void recommendation_forAUserOfTwoParticipants_needsToBeToldWhich() {
    client.host("one");
    client.host("two");
    client.importCsv("one", "twin,i1\n");
    client.importCsv("two", "twin,i2\n");

    var ambiguous = client.get("/v1/users/twin/recommendations");
    var named = client.get("/v1/users/twin/recommendations?participant=two");

    assertThat(code(ambiguous)).isEqualTo("ambiguous-user");
    assertThat(code(named)).isEqualTo("no-release");
  }

  @Test
  void approval_ofNothing_isRefused() {
    var response = client.postJson("/v1/participants/shop/sessions/none:approve", "");

    refused(response, 409, "approval-not-pending");
  }

  @Test
  void everything_withoutTheAdminToken_isRefused() {
    String[] gets = {
      "/v1/roster",
      "/v1/participants",
      "/v1/participants/shop/participations",
      "/v1/users/ann/recommendations",
      "/v1/items/i1/similar",
      "/v1/items/popular",
      "/v1/items/i1"
    };
    String[] posts = {
      "/v1/users/ann/recommendations",
      "/v1/users/ann/scores",
      "/v1/recommendations:batch",
      "/v1/items/similar",
      "/v1/items:bulk",
      "/v1/participants",
      "/v1/participants/shop/interactions",
      "/v1/participants/shop/imports",
      "/v1/participants/shop/sessions/s:approve"
    };
    for (String path : gets) {
      assertThat(client.send("GET", path, BodyPublishers.noBody()).statusCode()).isEqualTo(401);
    }
    for (String path : new String[] {"/v1/roster", "/v1/items/i1"}) {
      assertThat(client.send("PUT", path, BodyPublishers.ofString("")).statusCode()).isEqualTo(401);
    }
    for (String path : posts) {
      assertThat(client.send("POST", path, BodyPublishers.ofString("{}")).statusCode())
          .isEqualTo(401);
    }
  }

  @Test
  void healthMetricsAndDocumentation_areOpen() {
    for (String path : new String[] {"/livez", "/readyz", "/actuator/prometheus", "/v3/api-docs"}) {
      assertThat(client.send("GET", path, BodyPublishers.noBody()).statusCode())
          .as(path)
          .isEqualTo(200);
    }
    assertThat(client.send("GET", "/actuator/prometheus", BodyPublishers.noBody()).body())
        .contains("contribution_build_seconds", "contribution_masked_bytes_total");
  }
}
