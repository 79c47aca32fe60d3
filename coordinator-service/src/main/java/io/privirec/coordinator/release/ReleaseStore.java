package io.privirec.coordinator.release;

import io.privirec.crypto.encoding.ByteString;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Where releases are listed. Their files lie in the data directory.
@Repository
class ReleaseStore {
  private static final String NEWEST_FIRST = " order by created_at desc, id";

  private final JdbcClient jdbc;

  ReleaseStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// Lists a release; nothing happens when it is listed already.
  void insert(Release release) {
    // No constraint is named: two that insert the same may meet in either of the unique ones.
    int inserted =
        jdbc.sql(
                """
                insert into release (id, session_id, manifest, signature, created_at)
                values (?, ?, ?, ?, ?) on conflict do nothing\
                """)
            .params(
                release.id(),
                release.sessionId(),
                release.manifest().bytes(),
                release.signature().bytes(),
                Timestamp.from(release.createdAt()))
            .update();
    if (inserted == 0 && find(release.id()).isEmpty()) {
      throw new DataIntegrityViolationException(
          "session " + release.sessionId() + " has another release already");
    }
  }

  /// The release of that id.
  Optional<Release> find(String id) {
    return jdbc.sql("select * from release where id = ?")
        .param(id)
        .query(ReleaseStore::release)
        .optional();
  }

  /// The newest one.
  Optional<Release> latest() {
    return page(Optional.empty(), 1).stream().findFirst();
  }

  /// Returns releases, newest first.
  ///
  /// @param before only older releases than this one; empty: from the newest on
  List<Release> page(Optional<Release> before, int limit) {
    String older = "where created_at < :created or (created_at = :created and id > :id)";
    return jdbc.sql(
            "select * from release "
                + before.map(_ -> older).orElse("")
                + NEWEST_FIRST
                + " limit :limit")
        .param("created", before.map(Release::createdAt).map(Timestamp::from).orElse(null))
        .param("id", before.map(Release::id).orElse(null))
        .param("limit", limit)
        .query(ReleaseStore::release)
        .list();
  }

  /// All, newest first.
  List<Release> all() {
    return jdbc.sql("select * from release" + NEWEST_FIRST).query(ReleaseStore::release).list();
  }

  /// The sessions that a listed release is of.
  Set<String> sessions() {
    return jdbc.sql("select session_id from release").query(String.class).set();
  }

  /// Lists a release no longer.
  void delete(String id) {
    jdbc.sql("delete from release where id = ?").param(id).update();
  }

  private static Release release(ResultSet row, int number) throws SQLException {
    return new Release(
        row.getString("id"),
        row.getString("session_id"),
        ByteString.copyOf(row.getBytes("manifest")),
        ByteString.copyOf(row.getBytes("signature")),
        row.getTimestamp("created_at").toInstant());
  }
}
