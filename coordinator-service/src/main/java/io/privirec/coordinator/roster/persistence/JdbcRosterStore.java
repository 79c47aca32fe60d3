package io.privirec.coordinator.roster.persistence;

import io.privirec.coordinator.roster.RosterStore;
import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.FormerNames;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@Repository
class JdbcRosterStore implements RosterStore {
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;

  JdbcRosterStore(JdbcClient jdbc, PlatformTransactionManager transactions) {
    this.jdbc = jdbc;
    this.transaction = new TransactionTemplate(transactions);
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
  public boolean put(
      int version, Digest digest, String text, Collection<FormerNames.Link> renamed, Instant now) {
    return Objects.requireNonNull(
        transaction.execute(_ -> {
          boolean isTaken = put(version, digest, text, now);
          if (isTaken) {
            renamed.forEach(this::put);
          }
          return isTaken;
        }));
  }

  private void put(FormerNames.Link link) {
    jdbc.sql("insert into former_name (participant, former) values (?, ?) on conflict do nothing")
        .params(link.participant().value(), link.former().value())
        .update();
  }

  @Override
  public FormerNames formerNames() {
    return FormerNames.of(
        jdbc.sql("select participant, former from former_name")
            .query((row, _) ->
                new FormerNames.Link(
                    new ParticipantId(row.getString(1)), new ParticipantId(row.getString(2))))
            .list());
  }

  private boolean put(int version, Digest digest, String text, Instant now) {
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
