package io.privirec.client.consent;

import io.privirec.secagg.ParticipantId;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

@Repository
class JdbcStandingApprovals implements StandingApprovals {
  private final JdbcClient jdbc;

  JdbcStandingApprovals(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public boolean has(ParticipantId participant, String sentence) {
    return jdbc.sql(
            """
            select exists (select 1 from standing_approval where participant = ? and sentence = ?)\
            """)
        .params(participant.value(), sentence)
        .query(Boolean.class)
        .single();
  }

  @Override
  public void keep(ParticipantId participant, String sentence) {
    jdbc.sql(
            """
            insert into standing_approval (participant, sentence, approved_at)
            values (?, ?, now()) on conflict do nothing\
            """)
        .params(participant.value(), sentence)
        .update();
  }
}
