package io.privirec.coordinator.catalogue;

import io.privirec.coordinator.catalogue.CatalogueRefusal.Reason;
import io.privirec.crypto.digest.Digest;
import io.privirec.wire.CatalogueVersion;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Where catalogue versions are kept. Versions only grow.
@Repository
class CatalogueStore {
  private final JdbcClient jdbc;
  private final JdbcTemplate connections;

  CatalogueStore(JdbcClient jdbc, JdbcTemplate connections) {
    this.jdbc = jdbc;
    this.connections = connections;
  }

  /// Appends every line to the latest version as one new version, or changes nothing.
  ///
  /// @throws CatalogueRefusal when an item's id is in the catalogue already, or there is no item
  @Transactional(rollbackFor = Exception.class)
  CatalogueVersion append(CatalogueLines lines, Instant createdAt) throws IOException {
    // Two uploads at once would both append behind the same version.
    jdbc.sql("lock table catalogue_version in share row exclusive mode").update();
    Optional<CatalogueVersion> latest = latest();
    int known = latest.map(CatalogueVersion::items).orElse(0);
    MessageDigest sha256 = Digest.sha256();
    OutputStream digest = digesting(sha256);
    int items =
        inRows(rows -> {
          rows.copyTo(known, digest);
          return rows.insert(known, lines, digest);
        });
    digest.flush();
    if (items == known) {
      throw new CatalogueRefusal(Reason.NO_ITEMS, "The upload holds no items");
    }
    byte[] all = sha256.digest();
    int number = latest.map(CatalogueVersion::version).orElse(0) + 1;
    jdbc.sql(
            "insert into catalogue_version (version, items, sha256, created_at) values (?, ?, ?, ?)")
        .params(number, items, all, Timestamp.from(createdAt))
        .update();
    return new CatalogueVersion(number, items, HexFormat.of().formatHex(all), createdAt);
  }

  /// The version of that number.
  Optional<CatalogueVersion> find(int version) {
    return jdbc.sql("select * from catalogue_version where version = ?")
        .param(version)
        .query(CatalogueStore::version)
        .optional();
  }

  /// The newest version.
  Optional<CatalogueVersion> latest() {
    return jdbc.sql("select * from catalogue_version order by version desc limit 1")
        .query(CatalogueStore::version)
        .optional();
  }

  private static CatalogueVersion version(ResultSet row, int number) throws SQLException {
    return new CatalogueVersion(
        row.getInt("version"),
        row.getInt("items"),
        HexFormat.of().formatHex(row.getBytes("sha256")),
        row.getTimestamp("created_at").toInstant());
  }

  /// Writes a version's lines in index order, each ended by a newline.
  @Transactional(readOnly = true)
  void write(CatalogueVersion version, OutputStream out) throws IOException {
    OutputStream buffered = new BufferedOutputStream(out, 1 << 16);
    inRows(rows -> {
      rows.copyTo(version.items(), buffered);
      return version.items();
    });
    buffered.flush();
  }

  private interface RowWork {
    int apply(CatalogueItemRows rows) throws SQLException, IOException;
  }

  private int inRows(RowWork work) throws IOException {
    try {
      return Objects.requireNonNull(
          connections.execute(
              (ConnectionCallback<Integer>)
                  connection -> {
                    try {
                      return work.apply(new CatalogueItemRows(connection));
                    } catch (IOException e) {
                      throw new UncheckedIOException(e);
                    }
                  }));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static OutputStream digesting(MessageDigest sha256) {
    return new BufferedOutputStream(
        new DigestOutputStream(OutputStream.nullOutputStream(), sha256), 1 << 16);
  }
}
