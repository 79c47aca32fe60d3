package io.privirec.recommender;

import static io.privirec.recommender.TestReleases.item;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ItemMetadataTest {
  @RegisterExtension static final RunningRecommender service = RunningRecommender.shared();

  @AfterEach
  void forget() {
    for (String item : TestReleases.items().subList(0, 5)) {
      delete(item).is(204);
    }
  }

  @Test
  void item_isKept_andForgotten() {
    String body =
        "{\"categories\":[\"a\",\"b\",\"a\"],\"availableUntil\":\"2100-01-01T00:00:00Z\"}";
    put(item(0), body).is(200);
    JsonNode kept = service.admin("GET", "/v1/items/" + item(0)).json();
    assertThat(kept.toString())
        .isEqualTo(
            "{\"item\":\"%s\",\"categories\":[\"a\",\"b\"],\"availableUntil\":\"2100-01-01T00:00:00Z\"}"
                .formatted(item(0)));
    delete(item(0)).is(204);
    service.admin("GET", "/v1/items/" + item(0)).isProblem(404, "not-found");
  }

  @Test
  void category_isFilteredByAtOnce_andCounted() {
    put(item(1), "{\"categories\":[\"film\",\"old\"]}");
    put(item(2), "{\"categories\":[\"film\"]}");
    put("not-in-the-catalogue", "{\"categories\":[\"film\"]}");
    assertThat(asked("{\"category\":{\"anyOf\":[\"film\"]}}").texts("item"))
        .containsExactlyInAnyOrder(item(1), item(2));
    Answer answer = asked("{\"category\":{\"anyOf\":[\"film\"],\"noneOf\":[\"old\"]}}");
    assertThat(answer.texts("item")).containsExactly(item(2));
    assertThat(answer.at("/filtered/category").asInt()).isEqualTo(TestReleases.items().size() - 1);
    assertThat(service.get("/v1/items/popular?category=film&category=nope").texts("item"))
        .containsExactlyInAnyOrder(item(1), item(2));
    delete(item(2));
    assertThat(asked("{\"category\":{\"anyOf\":[\"film\"],\"noneOf\":[\"old\"]}}").at("/items"))
        .isEmpty();
  }

  @Test
  void window_isThatOfNow_unlessAnotherTimeIsAsked() {
    String popular = service.get("/v1/items/popular?k=1").text("/items/0/item");
    String past = Instant.now().minusSeconds(60).toString();
    put(popular, "{\"availableUntil\":\"%s\"}".formatted(past));
    Answer now = asked("{}");
    assertThat(now.texts("item")).doesNotContain(popular);
    assertThat(now.at("/filtered/unavailable").asInt()).isEqualTo(1);
    assertThat(asked("{\"availableAt\":\"2020-01-01T00:00:00Z\"}").texts("item")).contains(popular);
    delete(popular).is(204);
    assertThat(asked("{}").texts("item")).contains(popular);
  }

  @Test
  void bulk_isTakenAsAWhole() {
    Answer report =
        bulk("{\"item\":\"%s\",\"categories\":[\"x\"]}\n\n{\"item\":\"%s\",\"categories\":[\"x\"]}"
                .formatted(item(3), item(4)))
            .is(200);
    assertThat(report.at("/items").asInt()).isEqualTo(2);
    assertThat(asked("{\"category\":{\"allOf\":[\"x\"]}}").at("/items")).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'item':'q'}|Line 3 names the item of an earlier line|broken-line",
        "{'item':''}|Line 3: item must not be blank|broken-line",
        "{'item':'r','categories':['']}|Line 3: categories/0 must not be blank|broken-line",
        "{'item':'r','colour':1}|Line 3: The body has a property that is not known"
            + " here|broken-line",
        "{'item':'r','availableFrom':'2026-01-01T00:00:00Z','availableUntil':'2026-01-01T00:00:00Z'}|Line"
            + " 3: must be after availableFrom|broken-line",
        "nonsense|Line 3: The body is not readable JSON: line 1, column 1|broken-line",
        "7|Line 3: The body has a missing value or a value of the wrong type|broken-line",
      })
  void bulk_withABrokenLine_namesIt_andChangesNothing(String line, String detail, String code) {
    Answer refused =
        bulk("{\"item\":\"%s\"}\n{\"item\":\"q\"}\n".formatted(item(0)) + line.replace('\'', '"'));
    refused.isProblem(422, code);
    assertThat(refused.text("/detail")).isEqualTo(detail);
    service.admin("GET", "/v1/items/" + item(0)).is(404);
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
    Answer refused = put("refused", body.replace('\'', '"')).is(status);
    assertThat(refused.text("/errors/0/pointer")).isEqualTo(pointer);
    service.admin("GET", "/v1/items/refused").is(404);
  }

  @Test
  void metadata_withoutTheAdminToken_isRefused() {
    service.send("PUT", "/v1/items/x", "{}").is(401);
    service.send("DELETE", "/v1/items/x", "{}").is(401);
    service.send("POST", "/v1/items:bulk", "{}").is(401);
    service.get("/v1/items/x").is(401);
  }

  @Test
  void metadata_reachesOtherProcessesOnTheDatabase_andOutlivesThem() throws Exception {
    put(item(0), "{\"categories\":[\"shared\"]}");
    String filter = "{\"category\":{\"anyOf\":[\"shared\"]}}";
    try (RunningRecommender other = service.replica()) {
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
        with lost as (delete from item_metadata where change > %s),
          back as (
            insert into item_metadata (item, metadata, change, changed_at)
            values ('%s', '{"categories":["restored"]}', %s, now())
            on conflict (item) do update
            set metadata = excluded.metadata, change = excluded.change)
        update item_metadata_change set number = %s returning number\
        """
            .formatted(backup, item(9), backup, backup));
    put(item(3), body).is(200);

    assertThat(items(service, filter)).containsExactlyInAnyOrder(item(9), item(3));
    delete(item(9)).is(204);
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
    return asked.recommend("{\"history\":[],\"filter\":%s}".formatted(filter)).texts("item");
  }

  private static Answer asked(String filter) {
    return service.recommend("{\"history\":[],\"k\":500,\"filter\":%s}".formatted(filter)).is(200);
  }

  private static Answer put(String item, String body) {
    return service.admin("PUT", "/v1/items/" + item, body);
  }

  private static Answer bulk(String body) {
    return service.ndjson("/v1/items:bulk", body);
  }

  private static Answer delete(String item) {
    return service.admin("DELETE", "/v1/items/" + item);
  }
}
