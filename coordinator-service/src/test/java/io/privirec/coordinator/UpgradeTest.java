package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.federation.rehearsal.Rehearsal;
import io.privirec.fuzz.database.SharedDatabase;
import io.privirec.wire.ReleaseView;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/// A coordinator that finds the database of one from before sums were over whole cells.
class UpgradeTest {
  private static final String MANIFEST =
      """
      {"formatVersion":1,"releaseId":"r-done","sessionId":"done","createdAt":"2026-01-02T03:04:05Z",
       "algorithm":"privirec-k","model":"gf-cf","parameters":{"k":4},
       "catalogue":{"version":1,"items":3,"sha256":"%s"},"cohortSize":4,"survivors":["a","b","c"],
       "missing":[{"participant":"d","roundIndex":0,"attempt":1,"phase":"MASKED_INPUT"}],"rounds":2,
       "privacy":{"threatModel":"semi-malicious","minSurvivors":3,"differentialPrivacy":"none",
         "statement":"Sums are exact."},"files":[]}
      """
          .formatted("ab".repeat(32));

  @TempDir Path data;

  @Test
  void start_onTheSchemaOfBefore_failsWhatRanByNameAndKeepsTheRest() throws Exception {
    String schema = RunningCoordinator.newSchema();
    fill(schema);

    try (RunningCoordinator coordinator = RunningCoordinator.startIn(schema, data)) {
      Api api = coordinator.api();
      for (String id : new String[] {"running", "publishing"}) {
        TestWait.until("tidied up", () -> new TestCohort(coordinator, List.of()).isTidy(id));
        SessionView failed = api.adminGet("/v1/sessions/" + id).as(SessionView.class);
        assertThat(failed.status()).isEqualTo(Status.FAILED);
        assertThat(failed.failure().code()).isEqualTo("upgraded");
        assertThat(failed.finishedAt()).isNotNull();
        assertThat(failed.rounds()).isEmpty();
      }
      SessionView listed = api.adminGet("/v1/sessions/listed").as(SessionView.class);
      assertThat(listed.status()).isEqualTo(Status.PUBLISHED);
      assertThat(listed.releaseId()).isEqualTo("r-listed");
      SessionView done = api.adminGet("/v1/sessions/done").as(SessionView.class);
      assertThat(done.status()).isEqualTo(Status.PUBLISHED);
      assertThat(done.roundKind()).isEqualTo("tolerant");
      assertThat(done.parameters()).isEqualTo(TestCohort.TINY);
      assertThat(done.cohort()).containsExactly("a", "b", "c");
      ReleaseView release = api.get("/v1/releases/r-done").as(ReleaseView.class);
      assertThat(release.manifest().formatVersion()).isEqualTo(1);
      assertThat(release.manifest().contributors()).isEqualTo(3);
      assertThat(release.manifest().cells()).isEmpty();
      for (String table : new String[] {"round", "round_member", "round_event", "round_chunk"}) {
        assertThat(coordinator.count(table)).as(table).isZero();
      }
      TestCohort cohort = TestCohort.ofOneCell(coordinator, "new", 3);
      assertThat(cohort.runTiny().status()).isEqualTo(Status.PUBLISHED);
    }
  }

  /// Sessions were over cells, and did not say which snapshots they were over.
  @Test
  void start_onTheSchemaWithoutTimesOfTheData_failsWhatRanAndBeginsWithATimeOfItsOwn()
      throws Exception {
    String schema = RunningCoordinator.newSchema();
    try (Connection connection = SharedDatabase.connect(schema)) {
      JdbcClient jdbc = migrated(connection, schema, "2");
      for (String row : new String[] {"'running', 'RUNNING', true", "'over', 'FAILED', false"}) {
        jdbc.sql(
                """
                insert into aggregation_session (id, status, active, algorithm, parameters, threat_model,
                  key_agreement, phase_deadline_ms, max_attempts, round_kind, created_at, finished_at,
                  version)
                values (%s, 'rehearsal',
                  '{"elements":10,"rounds":1,"seed":1,"ringBits":24,"roundKind":"tolerant"}',
                  'SEMI_MALICIOUS', 'X25519', 1000, 3, 'TOLERANT', '2026-01-02T03:04:05.678901Z', null, 0)
                """
                    .formatted(row))
            .update();
      }
    }

    try (RunningCoordinator coordinator = RunningCoordinator.startIn(schema, data)) {
      Api api = coordinator.api();
      TestWait.until("tidied up", () -> new TestCohort(coordinator, List.of()).isTidy("running"));
      SessionView failed = api.adminGet("/v1/sessions/running").as(SessionView.class);
      assertThat(failed.status()).isEqualTo(Status.FAILED);
      assertThat(failed.failure().code()).isEqualTo("upgraded");
      SessionView over = api.adminGet("/v1/sessions/over").as(SessionView.class);
      assertThat(over.failure()).isNull();
      assertThat(over.dataAsOf()).isEqualTo("2026-01-02T03:04:05.678Z");
      Rehearsal algorithm = new Rehearsal(10, 1, 3, 24, false);
      TestCohort cohort = TestCohort.rehearsing(coordinator, "new", 3, algorithm);
      SessionView started = cohort.start(cohort.rehearsal(algorithm, 1));
      assertThat(started.dataAsOf()).isAfter(over.dataAsOf());
    }
  }

  private static JdbcClient migrated(Connection connection, String schema, String version) {
    DataSource database = new SingleConnectionDataSource(connection, true);
    Flyway.configure().dataSource(database).defaultSchema(schema).target(version).load().migrate();
    return JdbcClient.create(database);
  }

  /// What the first schema could hold.
  private static void fill(String schema) throws SQLException {
    try (Connection connection = SharedDatabase.connect(schema)) {
      JdbcClient jdbc = migrated(connection, schema, "1");
      for (String id : List.of("a", "b", "c")) {
        jdbc.sql("insert into participant values (?, ?, now())")
            .params(id, TestRosters.freshKey().bytes())
            .update();
      }
      session(jdbc, "running", "RUNNING", null, false);
      session(jdbc, "publishing", "PUBLISHING", null, false);
      session(jdbc, "listed", "PUBLISHING", null, false);
      session(jdbc, "done", "PUBLISHED", "r-done", true);
      for (String id : List.of("listed", "done")) {
        jdbc.sql("insert into release values (?, ?, ?, ?, now())")
            .params("r-" + id, id, MANIFEST.getBytes(StandardCharsets.UTF_8), new byte[64])
            .update();
      }
      for (String row :
          List.of(
              """
              round (id, session_id, round_index, attempt, name, signed_record, status,
                phase, phase_deadline_ms, deadline, phase_since, events, opened_at, version)
              values ('round', 'running', 0, 1, 'item-degrees', '\\x0100', 'OPEN', 'MASKED_INPUT',
                1000, now(), now(), 1, now(), 0)
              """,
              "round_member values ('round', 'a', 'PRESENT')",
              "round_event values ('round', 0, '\\x00', '\\x00', now())",
              "round_chunk values ('round', 'a', 0, '\\x00')")) {
        jdbc.sql("insert into " + row).update();
      }
    }
  }

  private static void session(
      JdbcClient jdbc, String id, String status, @Nullable String release, boolean over) {
    jdbc.sql(
            """
            insert into aggregation_session (id, algorithm, parameters, threat_model, key_agreement,
              phase_deadline_ms, max_attempts, strict, catalogue_version, status, release_id,
              created_at, finished_at, active, version)
            values (:id, 'privirec-k',
              '{"k":4,"iterations":1,"gamma":0.3,"seed":7,"idealRank":3,"topN":8}',
              'SEMI_MALICIOUS', 'X25519', 1000, 3, false, null, :status, :release, now(),
              case when :over then now() end, not :over, 0)
            """)
        .param("id", id)
        .param("status", status)
        .param("release", release)
        .param("over", over)
        .update();
    jdbc.sql("insert into session_member select ?, unnest(array['a', 'b', 'c'])")
        .param(id)
        .update();
  }
}
