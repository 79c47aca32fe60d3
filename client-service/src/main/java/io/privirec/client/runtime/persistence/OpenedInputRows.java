package io.privirec.client.runtime.persistence;

import io.privirec.client.runtime.Input;
import io.privirec.client.runtime.RoundKey;
import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.participant.OpenedBefore;
import io.privirec.secagg.participant.OpenedBefore.Opening;
import io.privirec.secagg.participant.OpenedBefore.TooClose;
import io.privirec.secagg.participant.OpenedUnseen;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Rows of `opened_input` and `masked_input`.
final class OpenedInputRows {
  private final JdbcClient jdbc;

  OpenedInputRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// What earlier openings have against this one. Openings recorded before V5 lie under the digest
  /// of the snapshot, so they are looked up under both.
  Optional<TooClose> check(RoundKey key, Input input, Opening opening) {
    List<Opening> openings =
        jdbc.sql(
                """
                select survivors, min_survivors from opened_input
                where participant = ? and data_sha256 in (?, ?) and step = ?\
                """)
            .params(
                key.participant().value(), input.data().hex(), input.snapshot().hex(), input.step())
            .query(
                (row, number) -> new Opening(ParticipantLines.ids(row.getString(1)), row.getInt(2)))
            .list();
    return new OpenedBefore(openings).refuse(opening);
  }

  /// Checks and records; inside a transaction of the caller. One participant's openings are
  /// recorded one after the other, so that two at once do not miss each other.
  Optional<TooClose> add(RoundKey key, Input input, Opening opening) {
    jdbc.sql("select id from participant where id = ? for update")
        .param(key.participant().value())
        .query(String.class)
        .single();
    Optional<TooClose> refused = check(key, input, opening);
    if (refused.isEmpty()) {
      insert(key, input, opening);
      jdbc.sql("delete from masked_input where participant = ? and round_id = ?")
          .params(key.participant().value(), key.round().hex())
          .update();
    }
    return refused;
  }

  /// That the input is masked for a round whose end this participant may not learn.
  void mask(RoundKey key, Input input, OpenedUnseen round) {
    jdbc.sql(
            """
            insert into masked_input (participant, data_sha256, step, session_id, round_id, cohort,
              answers)
            values (?, ?, ?, ?, ?, ?, ?)
            on conflict do nothing\
            """)
        .params(
            key.participant().value(),
            input.data().hex(),
            input.step(),
            key.session().value(),
            key.round().hex(),
            ParticipantLines.of(round.cohort()),
            round.answers())
        .update();
  }

  /// Rounds of other sessions that the input was masked for and that were not answered.
  List<OpenedUnseen> unseen(RoundKey key, Input input) {
    return jdbc.sql(
            """
            select cohort, answers from masked_input
            where participant = ? and data_sha256 = ? and step = ? and session_id <> ?\
            """)
        .params(key.participant().value(), input.data().hex(), input.step(), key.session().value())
        .query((row, number) ->
            new OpenedUnseen(ParticipantLines.ids(row.getString(1)), row.getInt(2)))
        .list();
  }

  private void insert(RoundKey key, Input input, Opening opening) {
    String survivors = ParticipantLines.of(opening.survivors());
    jdbc.sql(
            """
            insert into opened_input as o (participant, data_sha256, step, survivors_sha256,
              survivors, min_survivors, session_id, round_id, answered_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, now())
            on conflict (participant, data_sha256, step, survivors_sha256) do update
            set min_survivors = greatest(o.min_survivors, excluded.min_survivors)\
            """)
        .params(
            key.participant().value(),
            input.data().hex(),
            input.step(),
            Digest.of(survivors.getBytes(StandardCharsets.US_ASCII)).hex(),
            survivors,
            opening.minSurvivors(),
            key.session().value(),
            key.round().hex())
        .update();
  }
}
