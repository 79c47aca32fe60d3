package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.federation.rehearsal.Rehearsal;
import io.privirec.wire.ReleaseView;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.Arrays;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    String schema = TestDatabase.newSchema();
    fill(schema);

    try (RunningCoordinator coordinator = RunningCoordinator.start(data, schema, false)) {
      Api api = coordinator.api();
      for (String id : new String[] {"running", "publishing"}) {
        TestWait.until("tidied up", () -> !isActive(coordinator, id));
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
      assertThat(done.parameters()).isEqualTo(PriviRecKParameters.gfCf(4, 1, .3, 7L, 3, 8));
      assertThat(done.cohort()).containsExactly("a", "b", "c");
      ReleaseView release = api.get("/v1/releases/r-done").as(ReleaseView.class);
      assertThat(release.manifest().formatVersion()).isEqualTo(1);
      assertThat(release.manifest().contributors()).isEqualTo(3);
      assertThat(release.manifest().cells()).isEmpty();
      for (String table : new String[] {"round", "round_member", "round_event", "round_chunk"}) {
        assertThat(
                coordinator.jdbc().sql("select count(*) from " + table).query(Long.class).single())
            .as(table)
            .isZero();
      }
      TestCatalogue catalogue = TestCatalogue.ensure(api);
      TestCohort cohort = TestCohort.ofOneCell(coordinator, "new", 3);
      SessionView started =
          cohort.start(cohort.privirecK(PriviRecKParameters.gfCf(4, 1, .3, 7L, 3, 8), 1));
      new PlainRun(catalogue.items(), (PriviRecKParameters) started.parameters(), cohort);
      assertThat(cohort.runToEnd(started.id()).status()).isEqualTo(Status.PUBLISHED);
    }
  }

  /// Sessions were over cells, and did not say which snapshots they were over.
  @Test
  void start_onTheSchemaWithoutTimesOfTheData_failsWhatRanAndBeginsWithATimeOfItsOwn()
      throws Exception {
    String schema = TestDatabase.newSchema();
    try (Connection connection = TestDatabase.connect(schema);
        Statement statement = connection.createStatement()) {
      migrate(connection, schema, "2");
      for (String row : new String[] {"'running', 'RUNNING', true", "'over', 'FAILED', false"}) {
        statement.executeUpdate(
            """
            insert into aggregation_session (id, status, active, algorithm, parameters, threat_model,
              key_agreement, phase_deadline_ms, max_attempts, round_kind, created_at, finished_at,
              version)
            values (%s, 'rehearsal',
              '{"elements":10,"rounds":1,"seed":1,"ringBits":24,"roundKind":"tolerant"}',
              'SEMI_MALICIOUS', 'X25519', 1000, 3, 'TOLERANT', '2026-01-02T03:04:05.678901Z', null, 0)
            """
                .formatted(row));
      }
    }

    try (RunningCoordinator coordinator = RunningCoordinator.start(data, schema, false)) {
      Api api = coordinator.api();
      TestWait.until("tidied up", () -> !isActive(coordinator, "running"));
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

  private static void migrate(Connection connection, String schema, String version) {
    Flyway.configure()
        .dataSource(new SingleConnectionDataSource(connection, true))
        .defaultSchema(schema)
        .target(version)
        .load()
        .migrate();
  }

  private static boolean isActive(RunningCoordinator coordinator, String session) {
    return coordinator
        .jdbc()
        .sql("select active from aggregation_session where id = ?")
        .param(session)
        .query(Boolean.class)
        .single();
  }

  /// What the first schema could hold.
  private static void fill(String schema) throws Exception {
    try (Connection connection = TestDatabase.connect(schema);
        Statement statement = connection.createStatement()) {
      migrate(connection, schema, "1");
      for (String id : new String[] {"a", "b", "c"}) {
        try (PreparedStatement participant =
            connection.prepareStatement("insert into participant values (?, ?, now())")) {
          participant.setString(1, id);
          participant.setBytes(2, TestRosters.freshKey().bytes());
          participant.executeUpdate();
        }
      }
      session(statement, "running", "RUNNING", "null", false);
      session(statement, "publishing", "PUBLISHING", "null", false);
      session(statement, "listed", "PUBLISHING", "null", false);
      session(statement, "done", "PUBLISHED", "'r-done'", true);
      for (String id : new String[] {"listed", "done"}) {
        try (PreparedStatement release =
            connection.prepareStatement("insert into release values (?, ?, ?, ?, now())")) {
          release.setString(1, "r-" + id);
          release.setString(2, id);
          release.setBytes(3, MANIFEST.getBytes(StandardCharsets.UTF_8));
          release.setBytes(4, new byte[64]);
          release.executeUpdate();
        }
      }
      statement.executeUpdate(
          """
          insert into round (id, session_id, round_index, attempt, name, signed_record, status,
            phase, phase_deadline_ms, deadline, phase_since, events, opened_at, version)
          values ('round', 'running', 0, 1, 'item-degrees', '\\x0100', 'OPEN', 'MASKED_INPUT', 1000,
            now(), now(), 1, now(), 0)
          """);
      for (String row :
          Arrays.asList(
              "round_member values ('round', 'a', 'PRESENT')",
              "round_event values ('round', 0, '\\x00', '\\x00', now())",
              "round_chunk values ('round', 'a', 0, '\\x00')")) {
        statement.executeUpdate("insert into " + row);
      }
    }
  }

  private static void session(
      Statement statement, String id, String status, String release, boolean over)
      throws Exception {
    statement.executeUpdate(
        """
        insert into aggregation_session (id, algorithm, parameters, threat_model, key_agreement,
          phase_deadline_ms, max_attempts, strict, catalogue_version, status, release_id, created_at,
          finished_at, active, version)
        values ('%s', 'privirec-k',
          '{"k":4,"iterations":1,"gamma":0.3,"seed":7,"idealRank":3,"topN":8}', 'SEMI_MALICIOUS',
          'X25519', 1000, 3, false, null, '%s', %s, now(), %s, %s, 0)
        """
            .formatted(id, status, release, over ? "now()" : "null", over ? "false" : "true"));
    for (String participant : new String[] {"a", "b", "c"}) {
      statement.executeUpdate(
          "insert into session_member values ('%s', '%s')".formatted(id, participant));
    }
  }
}
