package io.privirec.client.roster.persistence;

import io.privirec.client.roster.StatementStore;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

@Repository
class JdbcStatementStore implements StatementStore {
  private final JdbcClient jdbc;

  JdbcStatementStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// The same was signed again: the first row stays, its bytes are the same but for the time.
  @Override
  public Statement add(PublicIdentityKey rosterKey, ParticipantId signer, Statement statement) {
    String atom =
        statement.atom().stream().map(id -> id.value() + "\n").collect(Collectors.joining());
    return jdbc.sql(
            """
            insert into signed_statement as s (participant, roster_key, atom, line, signed_at)
            values (?, ?, ?, ?, ?)
            on conflict (participant, roster_key, md5(atom)) do update set line = s.line
            returning *\
            """)
        .params(
            signer.value(),
            rosterKey.base64Url(),
            atom,
            statement.line(),
            OffsetDateTime.ofInstant(statement.signedAt(), ZoneOffset.UTC))
        .query((row, number) -> statement(row))
        .single();
  }

  @Override
  public List<Statement> of(PublicIdentityKey rosterKey, ParticipantId signer) {
    return jdbc.sql(
            """
            select * from signed_statement where participant = ? and roster_key = ?
            order by signed_at\
            """)
        .params(signer.value(), rosterKey.base64Url())
        .query((row, number) -> statement(row))
        .list();
  }

  private static Statement statement(ResultSet row) throws SQLException {
    return new Statement(
        row.getString("atom")
            .lines()
            .map(ParticipantId::new)
            .collect(Collectors.toCollection(TreeSet::new)),
        row.getString("line"),
        row.getObject("signed_at", OffsetDateTime.class).toInstant());
  }
}
