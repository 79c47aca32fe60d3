package io.privirec.coordinator.roster;

import io.privirec.edge.postgres.RosterLines;
import io.privirec.secagg.roster.FormerNames;
import io.privirec.secagg.roster.KnownLines;
import io.privirec.secagg.roster.SignedRoster;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// A store of rosters. It keeps every version that was taken, for sessions that relied on it. Each
/// method is one transaction.
@Repository
class RosterStore {
  private final JdbcClient jdbc;
  private final RosterLines lines;
  private final TransactionTemplate transaction;

  RosterStore(JdbcClient jdbc, PlatformTransactionManager transactions) {
    this.jdbc = jdbc;
    this.lines = new RosterLines(jdbc);
    this.transaction = new TransactionTemplate(transactions);
  }

  /// The highest version taken.
  Optional<Integer> latestVersion() {
    return jdbc.sql("select version from roster order by version desc limit 1")
        .query(Integer.class)
        .optional();
  }

  /// The text of a version.
  Optional<String> text(int version) {
    return jdbc.sql("select text from roster where version = ?")
        .param(version)
        .query(String.class)
        .optional();
  }

  /// Keeps a roster, with its lines and the earlier names that these state; the same roster again
  /// is fine.
  ///
  /// @return false if this version was taken with another digest; then nothing is kept
  boolean put(SignedRoster roster, Instant now) {
    return Objects.requireNonNull(
        transaction.execute(_ -> {
          boolean isTaken = insert(roster, now);
          if (isTaken) {
            lines.add(roster.roster());
          }
          return isTaken;
        }));
  }

  /// Returns the lines of all rosters that were ever taken.
  KnownLines lines() {
    return lines.lines();
  }

  /// Returns the names of all participants, by all rosters that were ever taken.
  FormerNames formerNames() {
    return lines.formerNames();
  }

  private boolean insert(SignedRoster roster, Instant now) {
    // The text can differ in nothing but a signature that was wrong.
    return jdbc.sql(
                """
                insert into roster (version, sha256, text, taken_at) values (?, ?, ?, ?)
                on conflict (version) do update set text = excluded.text
                where roster.sha256 = excluded.sha256\
                """)
            .params(
                roster.roster().version(),
                roster.roster().digest().bytes(),
                roster.text(),
                Timestamp.from(now))
            .update()
        == 1;
  }
}
