package io.privirec.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/// What an older version wrote keeps its meaning.
class MigrationTest {
  /// Its own, for the case that all tests share one external database.
  private static final String SCHEMA = "older_" + UUID.randomUUID().toString().replace("-", "");

  @TempDir Path data;

  @Test
  void answersFromBeforeSurvivorSetsWereKept_keepTheirInputClosed() {
    try (TestCoordinator coordinator = new TestCoordinator();
        TestClient client = new TestClient(data, coordinator.url())) {
      DataSource database = client.bean(DataSource.class);
      JdbcClient jdbc = JdbcClient.create(database);
      FluentConfiguration older =
          Flyway.configure()
              .dataSource(database)
              .schemas(SCHEMA)
              .locations("classpath:db/client")
              .target("1");
      older.load().migrate();
      for (String statement : ANSWERED) {
        jdbc.sql(statement.replace("@", SCHEMA)).update();
      }

      older.target("latest").load().migrate();

      var kept = jdbc.sql("select * from " + SCHEMA + ".opened_input").query().singleRow();
      assertThat(kept)
          .containsEntry("participant", "p1")
          .containsEntry("data_sha256", "ab")
          .containsEntry("step", "item-degrees")
          .containsEntry("survivors", "")
          .containsEntry("min_survivors", Integer.MAX_VALUE);
    }
  }

  private static final List<String> ANSWERED =
      List.of(
          "insert into @.participant (id, identity_key, sealed_identity) values ('p1', 'key', 'x')",
          """
          insert into @.participation (session_id, participant, status, algorithm, snapshot_sha256,
            first_seen) values ('s', 'p1', 'ACTIVE', 'privirec-k', 'ab', now())\
          """,
          """
          insert into @.round_participation (round_id, participant, session_id, round_index,
            attempt, name, elements, min_survivors, state)
          values ('r', 'p1', 's', 0, 1, 'item-degrees', 5, 3, 'ANSWERED')\
          """,
          "insert into @.unmask_answer values ('s', 'p1', 0, 'r')");
}
