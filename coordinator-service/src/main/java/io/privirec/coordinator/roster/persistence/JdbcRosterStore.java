package io.privirec.coordinator.roster.persistence;

import io.privirec.coordinator.roster.RosterStore;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.FormerNames;
import io.privirec.secagg.roster.Holder;
import io.privirec.secagg.roster.KnownLines;
import io.privirec.secagg.roster.SignedRoster;
import java.security.InvalidKeyException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
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
  public boolean put(SignedRoster roster, Instant now) {
    return Objects.requireNonNull(
        transaction.execute(_ -> {
          boolean isTaken = insert(roster, now);
          if (isTaken) {
            FormerNames.stated(roster.roster()).forEach(this::put);
            insert(KnownLines.stated(roster.roster()));
          }
          return isTaken;
        }));
  }

  private void insert(Collection<KnownLines.Line> lines) {
    jdbc.sql(
            """
            insert into roster_line (participant, identity_key, holder)
            select * from unnest(?, ?, ?) on conflict do nothing\
            """)
        .param(texts(lines, line -> line.participant().value()))
        .param(texts(lines, line -> line.identityKey().base64Url()))
        .param(texts(lines, line -> line.holder().value()))
        .update();
  }

  private static String[] texts(
      Collection<KnownLines.Line> lines, Function<KnownLines.Line, String> text) {
    return lines.stream().map(text).toArray(String[]::new);
  }

  @Override
  public KnownLines lines() {
    return KnownLines.of(
        jdbc.sql("select participant, identity_key, holder from roster_line")
            .query((row, _) -> line(row))
            .list(),
        formerNames());
  }

  private static KnownLines.Line line(ResultSet row) throws SQLException {
    try {
      return new KnownLines.Line(
          new ParticipantId(row.getString(1)),
          PublicIdentityKey.parse(row.getString(2)),
          new Holder(row.getString(3)));
    } catch (InvalidKeyException e) {
      throw new IllegalStateException("a stored line of a roster does not parse", e);
    }
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
