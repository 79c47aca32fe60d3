package io.privirec.client.runtime.persistence;

import io.privirec.client.runtime.CohortHistory;
import io.privirec.client.runtime.CohortHistory.Told;
import io.privirec.client.runtime.RoundKey;
import io.privirec.client.runtime.SessionId;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Rows of `session_round`.
final class SessionRoundRows {
  private final JdbcClient jdbc;

  SessionRoundRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  CohortHistory of(SessionId session, ParticipantId participant) {
    NavigableMap<Integer, Told> rounds = new TreeMap<>();
    jdbc.sql("select * from session_round where session_id = ? and participant = ?")
        .params(session.value(), participant.value())
        .query(row -> {
          rounds.put(row.getInt("round_index"), told(row));
        });
    return new CohortHistory(rounds);
  }

  private static Told told(ResultSet row) throws SQLException {
    return new Told(
        ParticipantLines.members(row.getString("cohort")),
        ThreatModel.valueOf(row.getString("threat_model")),
        row.getInt("corrupt"),
        row.getInt("min_survivors"),
        Optional.ofNullable(row.getString("confirmed")).map(ParticipantLines::ids));
  }

  /// A further attempt keeps the terms of the first, and the survivors that were answered for;
  /// those that were only signed for count no more.
  void join(RoundKey key, RoundRecord record) {
    jdbc.sql(
            """
            insert into session_round as r (session_id, participant, round_index, cohort,
              threat_model, corrupt, min_survivors)
            values (?, ?, ?, ?, ?, ?, ?)
            on conflict (session_id, participant, round_index) do update
            set confirmed = case when r.answered then r.confirmed end\
            """)
        .params(
            key.session().value(),
            key.participant().value(),
            key.index(),
            ParticipantLines.of(record.cohort()),
            record.threatModel().name(),
            record.thresholds().corrupt(),
            record.thresholds().minSurvivors())
        .update();
  }

  void confirm(RoundKey key, Collection<ParticipantId> survivors, boolean answered) {
    jdbc.sql(
            """
            update session_round set confirmed = ?, answered = answered or ?
            where session_id = ? and participant = ? and round_index = ?\
            """)
        .params(
            ParticipantLines.of(survivors),
            answered,
            key.session().value(),
            key.participant().value(),
            key.index())
        .update();
  }

  void forget(SessionId session, ParticipantId participant) {
    jdbc.sql("delete from session_round where session_id = ? and participant = ?")
        .params(session.value(), participant.value())
        .update();
  }
}
