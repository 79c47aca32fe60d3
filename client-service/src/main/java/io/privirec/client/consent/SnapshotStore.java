package io.privirec.client.consent;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Keeps the names of snapshots.
@Repository
class SnapshotStore {
  private final JdbcClient jdbc;

  SnapshotStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// Returns the snapshot with the latest `dataAsOf`.
  Optional<Snapshot> newest(ParticipantId participant) {
    return jdbc.sql("select * from snapshot where participant = ? order by data_as_of desc limit 1")
        .param(participant.value())
        .query((row, number) -> snapshot(row))
        .optional();
  }

  /// Returns a snapshot by its name.
  Optional<Snapshot> find(ParticipantId participant, Instant dataAsOf) {
    return jdbc.sql("select * from snapshot where participant = ? and data_as_of = ?")
        .params(participant.value(), OffsetDateTime.ofInstant(dataAsOf, ZoneOffset.UTC))
        .query((row, number) -> snapshot(row))
        .optional();
  }

  private static Snapshot snapshot(ResultSet row) throws SQLException {
    return new Snapshot(
        new ParticipantId(row.getString("participant")),
        row.getObject("data_as_of", OffsetDateTime.class).toInstant(),
        Digest.parse(row.getString("sha256")),
        row.getObject("frozen_at", OffsetDateTime.class).toInstant(),
        row.getLong("users"),
        row.getLong("interactions"));
  }

  /// Returns the names of the snapshots of a digest.
  List<Instant> named(ParticipantId participant, Digest sha256) {
    return jdbc.sql("select data_as_of from snapshot where participant = ? and sha256 = ?")
        .params(participant.value(), sha256.hex())
        .query((row, number) -> row.getObject(1, OffsetDateTime.class).toInstant())
        .list();
  }

  /// Lets no other transaction consent for the participant. Of two consents at a time, the second
  /// finds the snapshot of the first.
  void lock(ParticipantId participant) {
    jdbc.sql("select pg_advisory_xact_lock(hashtext('consent'), hashtext(?))")
        .param(participant.value())
        .query((row, number) -> true)
        .single();
  }

  void insert(Snapshot snapshot) {
    jdbc.sql(
            """
            insert into snapshot (participant, data_as_of, frozen_at, sha256, users, interactions)
            values (?, ?, ?, ?, ?, ?)\
            """)
        .params(
            snapshot.participant().value(),
            OffsetDateTime.ofInstant(snapshot.dataAsOf(), ZoneOffset.UTC),
            OffsetDateTime.ofInstant(snapshot.frozenAt(), ZoneOffset.UTC),
            snapshot.sha256().hex(),
            snapshot.users(),
            snapshot.interactions())
        .update();
  }
}
