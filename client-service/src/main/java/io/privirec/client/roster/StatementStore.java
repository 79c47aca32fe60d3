package io.privirec.client.roster;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Keeps what participants have signed for the keeper of the roster; nothing is ever changed or
/// deleted.
@Repository
class StatementStore {
  private final JdbcClient jdbc;

  StatementStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// Keeps a statement; one that is there already stays as it is.
  ///
  /// @return the one that is kept
  ///
  ///   The same was signed again: the first row stays, its bytes are the same but for the time.
  Statement add(PublicIdentityKey rosterKey, ParticipantId signer, Statement statement) {
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

  /// Returns the statements of a participant for a roster key, oldest first.
  List<Statement> of(PublicIdentityKey rosterKey, ParticipantId signer) {
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

  /// A line of a roster's text that a participant has signed.
  ///
  /// @param atom empty: it is a departure clause
  record Statement(SortedSet<ParticipantId> atom, String line, Instant signedAt) {}
}
