package io.privirec.recommender;

import static io.privirec.recommender.RunningRecommender.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ItemMetadataTest {
  private static final String NDJSON = "application/x-ndjson";

  @TempDir static Path directory;
  private static TestCoordinator coordinator;
  private static RunningRecommender service;

  @BeforeAll
  static void start() throws Exception {
    coordinator = new TestCoordinator();
    coordinator.publish(TestReleases.write(directory, 1));
    service = RunningRecommender.start(directory.resolve("data"), coordinator.uri());
    service.awaitReady();
  }

  @AfterEach
  void forget() {
    for (String item : TestReleases.items().subList(0, 5)) {
      assertThat(delete(item).statusCode()).isEqualTo(204);
    }
  }

  @AfterAll
  static void stop() {
    service.close();
    coordinator.close();
  }

  @Test
  void item_isKept_andForgotten() {
    String body =
        "{\"categories\":[\"a\",\"b\",\"a\"],\"availableUntil\":\"2100-01-01T00:00:00Z\"}";
    HttpResponse<String> put = put(item(0), body);
    assertThat(put.statusCode()).as(put.body()).isEqualTo(200);
    JsonNode kept = json(service.admin("GET", "/v1/items/" + item(0), NDJSON, ""));
    assertThat(kept.toString())
        .isEqualTo(
            "{\"item\":\"%s\",\"categories\":[\"a\",\"b\"],\"availableUntil\":\"2100-01-01T00:00:00Z\"}"
                .formatted(item(0)));
    assertThat(delete(item(0)).statusCode()).isEqualTo(204);
    HttpResponse<String> gone = service.admin("GET", "/v1/items/" + item(0), NDJSON, "");
    assertThat(gone.statusCode()).isEqualTo(404);
    assertThat(json(gone).at("/code").asString()).isEqualTo("not-found");
  }

  @Test
  void category_isFilteredByAtOnce_andCounted() {
    put(item(1), "{\"categories\":[\"film\",\"old\"]}");
    put(item(2), "{\"categories\":[\"film\"]}");
    put("not-in-the-catalogue", "{\"categories\":[\"film\"]}");
    assertThat(
            asked("{\"category\":{\"anyOf\":[\"film\"]}}").at("/items").findValuesAsString("item"))
        .containsExactlyInAnyOrder(item(1), item(2));
    JsonNode answer = asked("{\"category\":{\"anyOf\":[\"film\"],\"noneOf\":[\"old\"]}}");
    assertThat(answer.at("/items").findValuesAsString("item")).containsExactly(item(2));
    assertThat(answer.at("/filtered/category").asInt()).isEqualTo(TestReleases.items().size() - 1);
    assertThat(
            json(service.get("/v1/items/popular?category=film&category=nope"))
                .at("/items")
                .findValuesAsString("item"))
        .containsExactlyInAnyOrder(item(1), item(2));
    delete(item(2));
    assertThat(asked("{\"category\":{\"anyOf\":[\"film\"],\"noneOf\":[\"old\"]}}").at("/items"))
        .isEmpty();
  }

  @Test
  void window_isThatOfNow_unlessAnotherTimeIsAsked() {
    String popular = json(service.get("/v1/items/popular?k=1")).at("/items/0/item").asString();
    String past = Instant.now().minusSeconds(60).toString();
    put(popular, "{\"availableUntil\":\"%s\"}".formatted(past));
    JsonNode now = asked("{}");
    assertThat(now.at("/items").findValuesAsString("item")).doesNotContain(popular);
    assertThat(now.at("/filtered/unavailable").asInt()).isEqualTo(1);
    assertThat(
            asked("{\"availableAt\":\"2020-01-01T00:00:00Z\"}")
                .at("/items")
                .findValuesAsString("item"))
        .contains(popular);
    assertThat(delete(popular).statusCode()).isEqualTo(204);
    assertThat(asked("{}").at("/items").findValuesAsString("item")).contains(popular);
  }

  @Test
  void bulk_isTakenAsAWhole() {
    HttpResponse<String> report =
        bulk(
            "{\"item\":\"%s\",\"categories\":[\"x\"]}\n\n{\"item\":\"%s\",\"categories\":[\"x\"]}"
                .formatted(item(3), item(4)));
    assertThat(report.statusCode()).as(report.body()).isEqualTo(200);
    assertThat(json(report).at("/items").asInt()).isEqualTo(2);
    assertThat(asked("{\"category\":{\"allOf\":[\"x\"]}}").at("/items")).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'item':'q'}|Line 3 names the item of an earlier line|broken-line",
        "{'item':''}|Line 3: item must not be blank|broken-line",
        "{'item':'r','categories':['']}|Line 3: categories/0 must not be blank|broken-line",
        "{'item':'r','colour':1}|Line 3: The body has a property that is not known here|broken-line",
        "{'item':'r','availableFrom':'2026-01-01T00:00:00Z','availableUntil':'2026-01-01T00:00:00Z'}"
            + "|Line 3: must be after availableFrom|broken-line",
        "nonsense|Line 3: The body is not readable JSON: line 1, column 1|broken-line",
        "7|Line 3: The body has a missing value or a value of the wrong type|broken-line",
      })
  void bulk_withABrokenLine_namesIt_andChangesNothing(String line, String detail, String code) {
    HttpResponse<String> refused =
        bulk("{\"item\":\"%s\"}\n{\"item\":\"q\"}\n".formatted(item(0)) + line.replace('\'', '"'));
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
    assertThat(json(refused).at("/code").asString()).isEqualTo(code);
    assertThat(json(refused).at("/detail").asString()).isEqualTo(detail);
    assertThat(service.admin("GET", "/v1/items/" + item(0), NDJSON, "").statusCode())
        .isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'categories':['a\\u0000b']}|422|/categories/0",
        "{'categories':['\\ud800']}|422|/categories/0",
        "{'availableFrom':'+10000-01-01T00:00:00Z'}|422|/availableFrom",
        "{'availableFrom':'2026-02-01T00:00:00Z','availableUntil':'2026-01-01T00:00:00Z'}|422|/availableUntil",
        "{'availableFrom':'soon'}|400|/availableFrom",
      })
  void item_withABadValue_isRefused(String body, int status, String pointer) {
    HttpResponse<String> refused = put("refused", body.replace('\'', '"'));
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(status);
    assertThat(json(refused).at("/errors/0/pointer").asString()).isEqualTo(pointer);
    assertThat(service.admin("GET", "/v1/items/refused", NDJSON, "").statusCode()).isEqualTo(404);
  }

  @Test
  void metadata_withoutTheAdminToken_isRefused() {
    assertThat(service.send("PUT", "/v1/items/x", "{}").statusCode()).isEqualTo(401);
    assertThat(service.send("DELETE", "/v1/items/x", "{}").statusCode()).isEqualTo(401);
    assertThat(service.send("POST", "/v1/items:bulk", "{}").statusCode()).isEqualTo(401);
    assertThat(service.get("/v1/items/x").statusCode()).isEqualTo(401);
  }

  @Test
  void metadata_reachesOtherProcessesOnTheDatabase_andOutlivesThem() throws Exception {
    put(item(0), "{\"categories\":[\"shared\"]}");
    String filter = "{\"category\":{\"anyOf\":[\"shared\"]}}";
    try (RunningRecommender other =
        service.replica(directory.resolve("other"), coordinator.uri())) {
      other.awaitReady();
      assertThat(items(other, filter)).containsExactly(item(0));
      put(item(1), "{\"categories\":[\"shared\"]}");
      other.await(() -> items(other, filter).size() == 2);
      delete(item(0));
      other.await(() -> items(other, filter).equals(List.of(item(1))));
    }
  }

  @Test
  void metadata_ofADatabaseRestoredToAnEarlierChange_isInForceWithWhatFollows() throws Exception {
    String body = "{\"categories\":[\"restored\"]}";
    String filter = "{\"category\":{\"anyOf\":[\"restored\"]}}";
    put(item(0), body);
    long backup = query("select number from item_metadata_change");
    put(item(1), body);
    delete(item(0));
    put(item(2), body);
    assertThat(items(service, filter)).containsExactlyInAnyOrder(item(1), item(2));

    // One statement, so that nobody sees half of it.
    query(
        """
        with lost as (delete from item_metadata where change > %d),
          back as (
            insert into item_metadata (item, metadata, change, changed_at)
            values ('%s', '{"categories":["restored"]}', %d, now())
            on conflict (item) do update
            set metadata = excluded.metadata, change = excluded.change)
        update item_metadata_change set number = %d returning number\
        """
            .formatted(backup, item(9), backup, backup));
    assertThat(put(item(3), body).statusCode()).isEqualTo(200);

    assertThat(items(service, filter)).containsExactlyInAnyOrder(item(9), item(3));
    assertThat(delete(item(9)).statusCode()).isEqualTo(204);
    assertThat(items(service, filter)).containsExactly(item(3));
  }

  private static long query(String sql) throws SQLException {
    try (Connection connection = service.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      assertThat(row.next()).isTrue();
      return row.getLong(1);
    }
  }

  private static List<String> items(RunningRecommender asked, String filter) {
    return json(asked.recommend("{\"history\":[],\"filter\":%s}".formatted(filter)))
        .at("/items")
        .findValuesAsString("item");
  }

  private static JsonNode asked(String filter) {
    HttpResponse<String> answer =
        service.recommend("{\"history\":[],\"k\":500,\"filter\":%s}".formatted(filter));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return json(answer);
  }

  private static HttpResponse<String> put(String item, String body) {
    return service.admin("PUT", "/v1/items/" + item, "application/json", body);
  }

  private static HttpResponse<String> bulk(String body) {
    return service.admin("POST", "/v1/items:bulk", NDJSON, body);
  }

  private static HttpResponse<String> delete(String item) {
    return service.admin("DELETE", "/v1/items/" + item, NDJSON, "");
  }

  private static String item(int number) {
    return TestReleases.items().get(number);
  }
}
