package io.privirec.coordinator.round;

import io.privirec.crypto.digest.Digest;
import io.privirec.round.ChunkStore;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import java.io.IOException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;

@Repository
class JdbcChunkStore implements ChunkStore {
  private static final String KEY = "round_id = ? and participant_id = ? and chunk = ?";

  private final JdbcClient jdbc;

  JdbcChunkStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  @Transactional(rollbackFor = Exception.class)
  public boolean add(
      RoundId round, ParticipantId participant, int chunk, Digest digest, Placement placement)
      throws IOException {
    boolean added = insert(round, participant, chunk, digest);
    if (added) {
      placement.run();
    }
    return added;
  }

  @Override
  @Transactional(rollbackFor = Exception.class)
  public boolean whileAbsent(RoundId round, ParticipantId participant, int chunk, Placement work)
      throws IOException {
    boolean absent = insert(round, participant, chunk, Digest.of());
    if (absent) {
      work.run();
      TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
    }
    return absent;
  }

  @Override
  @Transactional(rollbackFor = Exception.class)
  public boolean removeIf(RoundId round, ParticipantId participant, int chunk, Condition condition)
      throws IOException {
    boolean recorded =
        jdbc.sql("select 1 from round_chunk where " + KEY + " for update")
            .params(round.hex(), participant.value(), chunk)
            .query(Integer.class)
            .optional()
            .isPresent();
    if (!recorded || !condition.holds()) {
      return false;
    }
    jdbc.sql("delete from round_chunk where " + KEY)
        .params(round.hex(), participant.value(), chunk)
        .update();
    return true;
  }

  /// The new key is locked until the transaction ends: who wants it too waits here.
  private boolean insert(RoundId round, ParticipantId participant, int chunk, Digest digest) {
    return jdbc.sql(
                "insert into round_chunk (round_id, participant_id, chunk, digest)"
                    + " values (?, ?, ?, ?) on conflict do nothing")
            .params(round.hex(), participant.value(), chunk, digest.bytes())
            .update()
        == 1;
  }

  @Override
  public Optional<Digest> find(RoundId round, ParticipantId participant, int chunk) {
    return jdbc.sql("select digest from round_chunk where " + KEY)
        .params(round.hex(), participant.value(), chunk)
        .query((row, _) -> Digest.fromBytes(row.getBytes(1)))
        .optional();
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
