package io.privirec.client.participation;

import io.privirec.client.ledger.JoinedRounds;
import io.privirec.secagg.ParticipantId;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Rounds as the ledger asks for them.
@Repository
class JdbcJoinedRounds implements JoinedRounds {
  private final JdbcClient jdbc;

  JdbcJoinedRounds(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public boolean has(ParticipantId participant, String round, Optional<String> seedCommitment) {
    return jdbc.sql(
            """
            select exists (select from round_participation
            where round_id = ? and participant = ? and state <> ?
              and noise_commitment is not distinct from ?)\
            """)
        .params(round, participant.value(), RoundStanding.NOT_JOINED)
        .param(seedCommitment.orElse(null))
        .query(Boolean.class)
        .single();
  }

  @Override
  public boolean knowsSession(ParticipantId participant, String session) {
    return jdbc.sql(
            "select exists (select from participation where session_id = ? and participant = ?)")
        .params(session, participant.value())
        .query(Boolean.class)
        .single();
  }

  @Override
  public boolean isOpen(ParticipantId participant, String session) {
    return jdbc.sql(
            """
            select exists (select from participation
            where session_id = ? and participant = ? and status <> 'OVER')\
            """)
        .params(session, participant.value())
        .query(Boolean.class)
        .single();
  }

  @Override
  public void abandon(ParticipantId participant) {
    jdbc.sql(
            """
            update round_participation
            set sealed_state = null, sealed_noise_seed = null, abort_reason = coalesce(abort_reason, ?)
            where participant = ? and sealed_state is not null\
            """)
        .params(Refusal.LEDGER_LOCKED.code(), participant.value())
        .update();
  }

  @Override
  public void endSessions(ParticipantId participant) {
    jdbc.sql(
            """
            update participation set status = 'OVER', refusal = ?, sealed_secret = null
            where participant = ? and status <> 'OVER'\
            """)
        .params(Refusal.REJECTED_BY_HOLDER.code(), participant.value())
        .update();
  }
}
