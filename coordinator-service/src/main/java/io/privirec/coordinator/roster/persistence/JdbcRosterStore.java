package io.privirec.coordinator.roster.persistence;

import io.privirec.coordinator.roster.RosterStore;
import io.privirec.crypto.digest.Digest;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

@Repository
class JdbcRosterStore implements RosterStore {
  private final JdbcClient jdbc;

  JdbcRosterStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Optional<Integer> latestVersion() {
    return jdbc.sql("select version from roster order by version desc limit 1")
        .query(Integer.class)
        .optional();
  }

  @Override
  public Optional<String> text(int version) {
    return jdbc.sql("select text from roster where version = ?")
        .param(version)
        .query(String.class)
        .optional();
  }

  @Override
  public boolean put(int version, Digest digest, String text, Instant now) {
    // The text can differ in nothing but a signature that was wrong.
    return jdbc.sql(
                """
                insert into roster (version, sha256, text, taken_at) values (?, ?, ?, ?)
                on conflict (version) do update set text = excluded.text
                where roster.sha256 = excluded.sha256\
                """)
            .params(version, digest.bytes(), text, Timestamp.from(now))
            .update()
        == 1;
  }
}
