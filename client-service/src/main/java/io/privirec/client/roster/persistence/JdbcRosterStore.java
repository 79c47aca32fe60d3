package io.privirec.client.roster.persistence;

import io.privirec.client.roster.RosterStore;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.roster.SignedRoster;
import java.security.GeneralSecurityException;
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
  public Optional<SignedRoster> newest(PublicIdentityKey rosterKey) {
    return jdbc.sql("select text from roster where roster_key = ? order by version desc limit 1")
        .param(rosterKey.base64Url())
        .query(String.class)
        .optional()
        .map(JdbcRosterStore::parse);
  }

  /// Of two that are put at once both may be kept; the higher one is in force.
  @Override
  public boolean add(PublicIdentityKey rosterKey, SignedRoster roster) {
    return jdbc.sql(
                """
                insert into roster (roster_key, version, text, taken_at)
                select :key, :version, :text, now()
                where not exists (
                  select 1 from roster where roster_key = :key and version >= :version)
                on conflict do nothing\
                """)
            .param("key", rosterKey.base64Url())
            .param("version", roster.roster().version())
            .param("text", roster.text())
            .update()
        == 1;
  }

  private static SignedRoster parse(String text) {
    try {
      return SignedRoster.parse(text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a stored roster does not parse", e);
    }
  }
}
