package io.privirec.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.privirec.wire.algorithm.BspmProcess;
import io.privirec.wire.algorithm.FactorParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import tools.jackson.databind.json.JsonMapper;

/// What an older version wrote keeps its meaning.
class MigrationTest {
  @RegisterExtension
  private static final TestDeployment deployment = new TestDeployment(0, 0, List.of());

  private final DataSource database = deployment.client().bean(DataSource.class);
  private final JdbcClient jdbc = JdbcClient.create(database);

  /// A schema of its own, for the case that all tests share one external database.
  private final String schema = "older_" + UUID.randomUUID().toString().replace("-", "");

  /// Fills the schema of an older version, and brings it up to date.
  private void migrate(String olderVersion, List<String> rows) {
    FluentConfiguration older =
        Flyway.configure()
            .dataSource(database)
            .schemas(schema)
            .locations("classpath:db/client")
            .target(olderVersion);
    older.load().migrate();
    rows.forEach(statement -> jdbc.sql(statement.replace("@", schema)).update());
    older.target("latest").load().migrate();
  }

  private StatementSpec select(String statement) {
    return jdbc.sql(statement.replace("@", schema));
  }

  @Test
  void sumsThatWereOpenedBefore_stayAsCellsWithoutNumberAndOpenSessionsEnd() {
    migrate("6", OPENED);

    var cells = select("select * from @.masked_cell order by members").query().listOfRows();
    assertThat(cells).hasSize(2);
    assertThat(cells.getFirst())
        .containsEntry("participant", "p1")
        .containsEntry("number", null)
        .containsEntry("members", "p1\np2\np3\n");
    assertThat(select("select * from @.participation").query().listOfRows())
        .extracting(
            row -> row.get("session_id"), row -> row.get("status"), row -> row.get("refusal"))
        .containsExactlyInAnyOrder(tuple("over", "OVER", null), tuple("open", "OVER", "upgraded"));
    assertThat(select("select * from @.round_participation").query().singleRow())
        .containsEntry("sealed_state", null)
        .containsEntry("abort_reason", "upgraded")
        .containsEntry("state", "SHARED");
  }

  /// Sessions from before there was a minimum support had none, but for als and ials.
  @Test
  void parametersThatWereStoredBefore_sayTheMinimumSupportThatTheyHad() {
    migrate(
        "13",
        List.of(
            "insert into @.participant (id, identity_key, sealed_identity) values ('p1', 'key', 'x')",
            """
            insert into @.participation (session_id, participant, status, algorithm, parameters,
              threat_model, key_agreement, round_kind, min_participants, data_as_of, first_seen)
            select algorithm || row_number() over (), 'p1', 'OVER', algorithm, parameters,
              'SEMI_MALICIOUS', 'X25519', 'tolerant', 3, now(), now()
            from (values ('als', '{"minRaters":7,"steps":3}'), ('ials', '{"minRaters":2}'),
              ('privirec-k', '{"topN":9}'), ('privirec', '{"topN":9}'), ('item-degrees', '{}'),
              ('item-degrees', '{"privacy":{"epsilon":1.0}}'), ('rehearsal', '{"elements":5}'))
              s (algorithm, parameters)\
            """));

    assertThat(
            select(
                    """
                    select algorithm, coalesce(parameters::jsonb ->> 'minSupport', 'none')
                      || case when parameters like '%minRaters%' then ' old' else '' end as least
                    from @.participation\
                    """)
                .query()
                .listOfRows())
        .extracting(row -> row.get("algorithm"), row -> row.get("least"))
        .containsExactlyInAnyOrder(
            tuple("als", "7"),
            tuple("ials", "2"),
            tuple("privirec-k", "1"),
            tuple("privirec", "1"),
            tuple("item-degrees", "1"),
            tuple("item-degrees", "none"),
            tuple("rehearsal", "none"));
  }

  @Test
  void linesOfRostersThatWereTakenBefore_areKept() {
    String key = "A".repeat(43);
    String other = "_B-".repeat(14) + "B";
    migrate(
        "20",
        List.of(
            """
            insert into @.roster (roster_key, version, text, taken_at, sha256)
            select 'keeper', version, E'privirec-roster v2\\nversion 1\\ncell 1 min 3\\n' || lines
                || E'signature x\\n', now(), 'ab'
            from (values
              (1, E'member p1 %1$s h1 1\\nmember p2 %2$s h2 -\\n'),
              (2, E'member p1 %1$s h1 1\\nmember p3 %2$s h2 1 formerly p2 at http://h\\n')
            ) text (version, lines)\
            """
                .formatted(key, other)));

    assertThat(select("select * from @.roster_line").query().listOfRows())
        .extracting(
            row -> row.get("participant"), row -> row.get("identity_key"), row -> row.get("holder"))
        .containsExactlyInAnyOrder(
            tuple("p1", key, "h1"), tuple("p2", other, "h2"), tuple("p3", other, "h2"));
  }

  /// Snapshots from before sessions named them.
  @Test
  void snapshotsThatWereFrozenBefore_areNamedByWhenTheyWereAndOpenSessionsEnd() {
    migrate("7", FROZEN);

    assertThat(select("select data_as_of = frozen_at from @.snapshot").query(Boolean.class).list())
        .containsExactly(true, true);
    assertThat(
            select(
                    """
                    select p.session_id, p.status, p.refusal, s.sha256
                    from @.participation p left join @.snapshot s using (participant, data_as_of)\
                    """)
                .query()
                .listOfRows())
        .extracting(
            row -> row.get("session_id"),
            row -> row.get("status"),
            row -> row.get("refusal"),
            row -> row.get("sha256"))
        .containsExactlyInAnyOrder(
            tuple("over", "OVER", null, "ab"),
            tuple("open", "OVER", "upgraded", "cd"),
            tuple("asked", "OVER", "upgraded", null),
            tuple("refused", "OVER", "policy-unknown", null));
    assertThat(select("select * from @.round_participation").query().singleRow())
        .containsEntry("sealed_state", null)
        .containsEntry("abort_reason", "upgraded");
    assertThat(select("select * from @.masked_chunk").query().listOfRows()).isEmpty();
    assertThat(
            select("select distinct parameters from @.participation where parameters is not null")
                .query(String.class)
                .list())
        .singleElement()
        .extracting(text -> JsonMapper.shared().readValue(text, PriviRecParameters.class))
        .isEqualTo(
            PriviRecParameters.DEFAULT
                .withModel(
                    PriviRecParameters.Bspm.DEFAULT
                        .withProcess(
                            BspmProcess.DEFAULT
                                .withMerge("early")
                                .withSolver("euler")
                                .withSteps(2)
                                .withTime(1.2)
                                .withBeta(.3)
                                .withPointCombination(true))
                        .withFactors(
                            FactorParameters.DEFAULT
                                .withK(4)
                                .withOversampling(1)
                                .withIterations(3)
                                .withLambda("ritz")
                                .withSeed(-7L)))
                .withTopN(9)
                .withMinSupport(1));
  }

  private static final List<String> FROZEN =
      List.of(
          "insert into @.participant (id, identity_key, sealed_identity) values ('p1', 'key', 'x')",
          """
          insert into @.snapshot (participant, frozen_at, sha256, users, interactions)
          values ('p1', '2026-01-01T00:00:00Z', 'ab', 1, 1),
            ('p1', '2026-01-01T00:00:00.0001Z', 'cd', 1, 2)\
          """,
          """
          insert into @.participation (session_id, participant, status, algorithm, parameters,
            threat_model, key_agreement, round_kind, roster_version, roster_sha256, cells, on_missing,
            min_participants, catalogue_version, catalogue_sha256, items, snapshot_sha256, first_seen)
          select id, 'p1', status, 'privirec', '{"model":"bspm-em","k":4,"oversampling":1,
              "iterations":3,"lambda":"ritz","seed":-7,"beta":0.3,"solver":"euler","steps":2,
              "time":1.2,"pointCombination":true,"topN":9}', 'SEMI_MALICIOUS', 'X25519', 'closed', 1, 'ef',
            '1', 'WAIT', 3, 1, 'ab', 3, snapshot, now()
          from (values ('open', 'ACTIVE', 'cd'), ('over', 'OVER', 'ab'),
            ('asked', 'AWAITING_APPROVAL', null)) s (id, status, snapshot)\
          """,
          """
          insert into @.participation (session_id, participant, status, refusal, first_seen)
          values ('refused', 'p1', 'OVER', 'policy-unknown', now())\
          """,
          """
          insert into @.round_participation (round_id, participant, session_id, round_index,
            attempt, name, elements, min_survivors, state, sealed_state)
          values ('r', 'p1', 'open', 0, 1, 'item-degrees', 5, 3, 'MASKING', 'x')\
          """,
          "insert into @.masked_chunk values ('r', 'p1', 0, 'ab')");

  private static final List<String> OPENED =
      List.of(
          "insert into @.participant (id, identity_key, sealed_identity) values ('p1', 'key', 'x')",
          """
          insert into @.participation (session_id, participant, status, algorithm, parameters,
            threat_model, key_agreement, on_loss, catalogue_version, catalogue_sha256, items,
            snapshot_sha256, data_sha256, first_seen)
          select id, 'p1', status, 'rehearsal', '{}', 'SEMI_HONEST', 'X25519', 'TOLERANT', 1, 'ab',
            3, 'ab', 'ab', now()
          from (values ('open', 'ACTIVE'), ('over', 'OVER')) s (id, status)\
          """,
          """
          insert into @.round_participation (round_id, participant, session_id, round_index,
            attempt, name, elements, min_survivors, state, sealed_state)
          values ('r', 'p1', 'open', 0, 1, 'item-degrees', 5, 3, 'SHARED', 'x')\
          """,
          """
          insert into @.opened_input (participant, data_sha256, step, survivors_sha256, survivors,
            min_survivors, session_id, round_id, answered_at)
          select 'p1', data, 'item-degrees', survivors, replace(survivors, ' ', E'\\n'), 3, 'over', 'r',
            now()
          from (values ('ab', 'p1 p2 p3 '), ('cd', 'p1 p2 p3 '), ('ab', 'p1 p2 p4 '), ('ab', ''))
            o (data, survivors)\
          """);
}
