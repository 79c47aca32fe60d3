package io.privirec.coordinator.round;

import io.privirec.round.SpoolStore;
import io.privirec.secagg.RoundId;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

@Repository
class JdbcSpoolStore implements SpoolStore {
  private static final String STAGED =
      "(select count(*) from round_chunk where round_id = :round and chunk = c.number)";

  private final JdbcClient jdbc;

  JdbcSpoolStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public int summed(RoundId round) {
    return jdbc.sql("select summed_chunks from round where id = ?")
        .param(round.hex())
        .query(Integer.class)
        .single();
  }

  @Override
  public boolean advance(RoundId round, int from, int to) {
    return jdbc.sql(
                """
                update round set summed_chunks = ?
                where id = ? and summed_chunks = ? and status in ('OPEN', 'SUMMING')\
                """)
            .params(to, round.hex(), from)
            .update()
        == 1;
  }

  @Override
  public int completeUntil(RoundId round, int from, int to, int participants) {
    return jdbc.sql(
            "select c.number from generate_series(:from, :to - 1) c(number) where "
                + STAGED
                + " < :participants order by c.number limit 1")
        .param("round", round.hex())
        .param("from", from)
        .param("to", to)
        .param("participants", participants)
        .query(Integer.class)
        .optional()
        .orElse(to);
  }
}
