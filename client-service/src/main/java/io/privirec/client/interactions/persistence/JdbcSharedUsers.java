package io.privirec.client.interactions.persistence;

import io.privirec.client.roster.SharedUsers;
import io.privirec.secagg.ParticipantId;
import java.util.Collection;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Users as rosters are checked with them.
@Repository
class JdbcSharedUsers implements SharedUsers {
  private final JdbcClient jdbc;

  JdbcSharedUsers(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public long among(Collection<ParticipantId> participants) {
    return jdbc.sql(
            """
            select count(*) from (
              select id from holder_user where participant = any(?) group by id having count(*) > 1
            ) shared\
            """)
        .param(participants.stream().map(ParticipantId::value).toArray(String[]::new))
        .query(Long.class)
        .single();
  }
}
