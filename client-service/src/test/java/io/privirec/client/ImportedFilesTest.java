package io.privirec.client;

import static io.privirec.client.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.interactions.InteractionStore;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Imports of files, over HTTP and on a real database.
class ImportedFilesTest {
  private static final int ITEMS = 20;

  @RegisterExtension
  private static final TestDeployment deployment = new TestDeployment(ITEMS, 0, List.of());

  private static final TestClient client = deployment.client();
  private static final AtomicInteger count = new AtomicInteger();

  @Test
  void import_ofAPairAgain_takesTheNewestLine() {
    client.host("again");
    InteractionStore store = client.bean(InteractionStore.class);
    ParticipantId again = new ParticipantId("again");

    client.importCsv("again", "ann,i1,5\nann,i3,2,978307200\nann,i3,1.5\nbob,i2\n");
    assertThat(store.matrix(again).row(0)).containsExactly(5, 1.5f);
    assertThat(store.matrix(again).row(1)).containsExactly(Float.NaN);

    client.importCsv("again", "ann,i3\nbob,i2,-3,978307200\n");
    assertThat(store.matrix(again).row(0)).containsExactly(5, Float.NaN);
    assertThat(store.matrix(again).row(1)).containsExactly(-3);
    assertThat(store.history(again, "ann"))
        .extracting(InteractionStore.Kept::item)
        .containsExactly(1, 3);
    assertThat(
            client
                .bean(JdbcClient.class)
                .sql(
                    """
                    select extract(epoch from i.occurred_at)::bigint
                    from interaction i join holder_user u on u.key = i.user_key
                    where u.participant = 'again' and i.occurred_at is not null\
                    """)
                .query(Long.class)
                .list())
        .containsExactly(978307200L);
  }

  /// Catalogues of the coordinator are tested with the same ids.
  @Test
  void import_ofOddIds_findsEachItemOfTheCatalogue() throws IOException {
    List<String> odd = new String(file("/odd-ids.txt"), StandardCharsets.UTF_8).lines().toList();
    deployment.coordinator().catalogueOf(ITEMS, odd);
    client.host("odd-ids");
    StringBuilder csv = new StringBuilder("user,item\n");
    odd.forEach(id -> csv.append("%1$s,%1$s\n".formatted('"' + id.replace("\"", "\"\"") + '"')));
    client.importCsv("odd-ids", csv.toString());

    InteractionStore store = client.bean(InteractionStore.class);
    for (String id : odd) {
      assertThat(store.history(new ParticipantId("odd-ids"), id))
          .as(id)
          .extracting(InteractionStore.Kept::item)
          .containsExactly(ITEMS + odd.indexOf(id));
    }
  }

  private static byte[] file(String name) throws IOException {
    try (InputStream in = ImportedFilesTest.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }

  /// The reader of filter-lib and `--data` of the lab take the same files to the same effect.
  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "/interaction-files/expected.csv", numLinesToSkip = 1)
  void import_ofAnOddFile_isReadWholeOrRefusedWithItsLine(
      String file,
      @Nullable String options,
      long lines,
      @Nullable String kept,
      long line,
      @Nullable String refusal)
      throws IOException {
    ParticipantId holder = new ParticipantId("odd-" + count.incrementAndGet());
    String query = options == null ? "" : "?" + options.replace("^", "%5E");
    client.host(holder.value());
    byte[] bytes = file("/interaction-files/" + file);
    Files.write(deployment.imports().resolve(file), bytes);

    HttpResponse<String> inBody =
        client.post(
            "/v1/participants/" + holder.value() + "/interactions" + query,
            "text/csv",
            BodyPublishers.ofByteArray(bytes));
    HttpResponse<String> byFile =
        client.postJson(
            "/v1/participants/" + holder.value() + "/imports" + query,
            "{\"file\":\"" + file + "\"}");

    assertThat(stored(holder)).isEqualTo(kept == null ? "" : kept);
    if (refusal != null) {
      for (HttpResponse<String> refused : List.of(inBody, byFile)) {
        TestClient.refused(refused, 422, line == 0 ? "empty-dataset" : "broken-line");
        assertThat(json(refused).get("detail").asString())
            .isEqualTo(line == 0 ? refusal : "line " + line + ": " + refusal);
      }
      return;
    }
    long interactions = kept == null ? 0 : kept.split(" [|] ").length;
    assertThat(json(inBody).get("lines").asLong()).as(inBody.body()).isEqualTo(lines);
    assertThat(json(inBody).get("added").asLong()).isEqualTo(interactions);
    assertThat(json(inBody).get("duplicates").asLong()).isEqualTo(lines - interactions);
    assertThat(json(byFile).get("duplicates").asLong()).isEqualTo(lines);
  }

  /// Interactions of a participant in the database, in the words of the table: `ann i1
  /// =4.5 @2001-01-01T00:00:00Z`.
  private static String stored(ParticipantId holder) {
    return String.join(
        " | ",
        client
            .bean(JdbcClient.class)
            .sql(
                """
                select u.id || ' i' || i.item, i.rating, i.occurred_at
                from interaction i join holder_user u on u.key = i.user_key
                where u.participant = ? order by (u.id || ' i' || i.item) collate "C"\
                """)
            .param(holder.value())
            .query((row, _) -> {
              float rating = row.getFloat(2);
              String rated = row.wasNull() ? "" : " =" + rating;
              OffsetDateTime time = row.getObject(3, OffsetDateTime.class);
              return row.getString(1) + rated + (time == null ? "" : " @" + time.toInstant());
            })
            .list());
  }
}
