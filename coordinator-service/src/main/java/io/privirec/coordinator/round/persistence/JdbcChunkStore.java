package io.privirec.coordinator.round.persistence;

import io.privirec.coordinator.round.ChunkStore;
import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

@Repository
class JdbcChunkStore implements ChunkStore {
  private final JdbcClient jdbc;

  JdbcChunkStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  @Transactional(rollbackFor = Exception.class)
  public boolean add(
      RoundId round, ParticipantId participant, int chunk, Digest digest, Placement placement)
      throws IOException {
    // The new key is locked until commit: a second upload of the chunk waits here.
    int added =
        jdbc.sql(
                "insert into round_chunk (round_id, participant_id, chunk, digest)"
                    + " values (?, ?, ?, ?) on conflict do nothing")
            .params(round.hex(), participant.value(), chunk, digest.bytes())
            .update();
    if (added == 1) {
      placement.run();
    }
    return added == 1;
  }

  @Override
  public SortedMap<Integer, Digest> of(RoundId round, ParticipantId participant) {
    SortedMap<Integer, Digest> chunks = new TreeMap<>();
    jdbc.sql("select chunk, digest from round_chunk where round_id = ? and participant_id = ?")
        .params(round.hex(), participant.value())
        .query(row -> {
          chunks.put(row.getInt(1), Digest.fromBytes(row.getBytes(2)));
        });
    return chunks;
  }

  @Override
  public long count(RoundId round) {
    return jdbc.sql("select count(*) from round_chunk where round_id = ?")
        .param(round.hex())
        .query(Long.class)
        .single();
  }
}
