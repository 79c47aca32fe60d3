package io.privirec.edge.postgres;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.FormerNames;
import io.privirec.secagg.roster.Holder;
import io.privirec.secagg.roster.KnownLines;
import io.privirec.secagg.roster.Roster;
import java.security.InvalidKeyException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Stores the lines of all rosters that a service took, and the names that these lines link, in the
/// tables `roster_line` and `former_name` of the service.
public final class RosterLines {
  private final JdbcClient jdbc;

  public RosterLines(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// Adds the lines of a roster, and the names that they link. The caller holds a transaction.
  public void add(Roster roster) {
    FormerNames.stated(roster).forEach(this::insert);
    Collection<KnownLines.Line> lines = KnownLines.stated(roster);
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

  private void insert(FormerNames.Link link) {
    jdbc.sql("insert into former_name (participant, former) values (?, ?) on conflict do nothing")
        .params(link.participant().value(), link.former().value())
        .update();
  }

  private static String[] texts(
      Collection<KnownLines.Line> lines, Function<KnownLines.Line, String> text) {
    return lines.stream().map(text).toArray(String[]::new);
  }

  /// Returns all lines.
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

  /// Returns all names that lines link.
  public FormerNames formerNames() {
    return FormerNames.of(
        jdbc.sql("select participant, former from former_name")
            .query((row, _) ->
                new FormerNames.Link(
                    new ParticipantId(row.getString(1)), new ParticipantId(row.getString(2))))
            .list());
  }
}
