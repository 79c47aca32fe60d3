package io.privirec.client;

import static io.privirec.client.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.interactions.InteractionStore;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/// What imports make of files, over HTTP and on a real database.
class ImportedFilesTest {
  @RegisterExtension
  private static final TestDeployment deployment = new TestDeployment(20, 0, List.of());

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

  /// The reader of filter-lib and `--data` of the lab take the same files to the same effect.
  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "/interaction-files/expected.csv", numLinesToSkip = 1)
  void import_ofAnOddFile_isReadWholeOrRefusedWithItsLine(
      String file,
      @Nullable String options,
      long lines,
      long interactions,
      long duplicates,
      double ratings,
      long line,
      @Nullable String refusal)
      throws IOException {
    ParticipantId holder = new ParticipantId("odd-" + count.incrementAndGet());
    String query = options == null ? "" : "?" + options.replace("^", "%5E");
    client.host(holder.value());
    byte[] bytes;
    try (InputStream in = getClass().getResourceAsStream("/interaction-files/" + file)) {
      bytes = Objects.requireNonNull(in).readAllBytes();
    }
    Files.write(deployment.imports().resolve(file), bytes);

    var inBody =
        json(
            client.post(
                "/v1/participants/" + holder.value() + "/interactions" + query,
                "text/csv",
                BodyPublishers.ofByteArray(bytes)));
    var byFile =
        json(
            client.postJson(
                "/v1/participants/" + holder.value() + "/imports" + query,
                "{\"file\":\"" + file + "\"}"));

    if (refusal != null) {
      for (var refused : List.of(inBody, byFile)) {
        assertThat(refused.get("code").asString())
            .isEqualTo(line == 0 ? "empty-dataset" : "broken-line");
        assertThat(refused.get("detail").asString())
            .isEqualTo(line == 0 ? refusal : "line " + line + ": " + refusal);
      }
      return;
    }
    assertThat(inBody.get("lines").asLong()).as(inBody.toString()).isEqualTo(lines);
    assertThat(inBody.get("added").asLong()).isEqualTo(interactions);
    assertThat(inBody.get("duplicates").asLong()).isEqualTo(duplicates);
    assertThat(byFile.get("duplicates").asLong()).isEqualTo(lines);
    RatingMatrix stored = client.bean(InteractionStore.class).matrix(holder);
    assertThat(
            IntStream.range(0, stored.pattern().interactions())
                .mapToDouble(stored::value)
                .filter(rating -> !Double.isNaN(rating))
                .sum())
        .isEqualTo(ratings);
  }
}
