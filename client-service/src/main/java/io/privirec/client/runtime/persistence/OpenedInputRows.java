package io.privirec.client.runtime.persistence;

import io.privirec.client.runtime.Input;
import io.privirec.client.runtime.RoundKey;
import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.participant.OpenedBefore;
import io.privirec.secagg.participant.OpenedBefore.Opening;
import io.privirec.secagg.participant.OpenedBefore.TooClose;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Rows of `opened_input`.
final class OpenedInputRows {
  private final JdbcClient jdbc;

  OpenedInputRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// What earlier openings have against this one.
  Optional<TooClose> check(RoundKey key, Input input, Opening opening) {
    List<Opening> openings =
        jdbc.sql(
                """
                select survivors, min_survivors from opened_input
                where participant = ? and snapshot_sha256 = ? and step = ?\
                """)
            .params(key.participant().value(), input.snapshot().hex(), input.step())
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
    }
    return refused;
  }

  private void insert(RoundKey key, Input input, Opening opening) {
    String survivors = ParticipantLines.of(opening.survivors());
    jdbc.sql(
            """
            insert into opened_input as o (participant, snapshot_sha256, step, survivors_sha256,
              survivors, min_survivors, session_id, round_id, answered_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, now())
            on conflict (participant, snapshot_sha256, step, survivors_sha256) do update
            set min_survivors = greatest(o.min_survivors, excluded.min_survivors)\
            """)
        .params(
            key.participant().value(),
            input.snapshot().hex(),
            input.step(),
            Digest.of(survivors.getBytes(StandardCharsets.US_ASCII)).hex(),
            survivors,
            opening.minSurvivors(),
            key.session().value(),
            key.round().hex())
        .update();
  }
}
