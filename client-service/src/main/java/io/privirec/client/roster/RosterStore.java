package io.privirec.client.roster;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.edge.postgres.RosterLines;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.FormerNames;
import io.privirec.secagg.roster.KnownLines;
import io.privirec.secagg.roster.MaskedCell;
import io.privirec.secagg.roster.RosterFault;
import io.privirec.secagg.roster.SignedRoster;
import java.security.GeneralSecurityException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Keeps rosters that were taken, their lines, the earlier names that they state, and the cells
/// that participants have masked for. The store changes and deletes no row.
///
/// Rosters are taken one after the other, and never while a participant begins to mask: what one of
/// them writes, the other sees.
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

  /// Which text of the highest version that a roster key has signed is kept.
  Optional<RosterReference> newest(PublicIdentityKey rosterKey) {
    return jdbc.sql(
            """
            select version, sha256 from roster where roster_key = ?
            order by version desc limit 1\
            """)
        .param(rosterKey.base64Url())
        .query((row, number) -> new RosterReference(row.getInt(1), Digest.parse(row.getString(2))))
        .optional();
  }

  /// A kept roster.
  Optional<SignedRoster> find(PublicIdentityKey rosterKey, RosterReference reference) {
    return jdbc.sql("select text from roster where roster_key = ? and version = ? and sha256 = ?")
        .params(rosterKey.base64Url(), reference.version(), reference.digest().hex())
        .query(String.class)
        .optional()
        .map(RosterStore::parse);
  }

  /// Returns the last kept roster of a lower version.
  Optional<Taken> before(PublicIdentityKey rosterKey, int version) {
    return jdbc.sql(
            """
            select text, taken_at from roster where roster_key = ? and version < ?
            order by version desc limit 1\
            """)
        .params(rosterKey.base64Url(), version)
        .query((row, number) ->
            new Taken(parse(row.getString(1)), row.getObject(2, OffsetDateTime.class).toInstant()))
        .optional();
  }

  /// Keeps a roster, unless the check finds a fault in it. The roster in force changes nothing.
  ///
  /// @return the fault
  Optional<RosterFault> put(
      PublicIdentityKey rosterKey, SignedRoster roster, Check check, Instant at) {
    return Objects.requireNonNull(
        transaction.execute(status -> {
          // Waits for those who begin to mask, and lets none begin, nor another roster in.
          jdbc.sql("lock table roster in share row exclusive mode").update();
          Optional<SignedRoster> inForce =
              newest(rosterKey).flatMap(reference -> find(rosterKey, reference));
          Optional<RosterFault> fault = check.of(inForce, maskedFor());
          if (fault.isEmpty()) {
            insert(rosterKey, roster, at);
            lines.add(roster.roster());
          }
          return fault;
        }));
  }

  private void insert(PublicIdentityKey rosterKey, SignedRoster roster, Instant at) {
    jdbc.sql(
            """
            insert into roster (roster_key, version, text, sha256, taken_at)
            values (?, ?, ?, ?, ?) on conflict do nothing\
            """)
        .params(
            rosterKey.base64Url(),
            roster.roster().version(),
            roster.text(),
            roster.roster().digest().hex(),
            OffsetDateTime.ofInstant(at, ZoneOffset.UTC))
        .update();
  }

  /// Returns the lines of all rosters that were ever taken, whichever key has signed them.
  KnownLines lines() {
    return lines.lines();
  }

  /// Returns the names of all participants, by all rosters that were ever taken, whichever key has
  /// signed them.
  FormerNames formerNames() {
    return lines.formerNames();
  }

  /// Lets no roster be taken until the end of the caller's transaction.
  void holdStill() {
    // Several may join, mask or import at once; a roster that is being taken waits for them all.
    jdbc.sql("lock table roster in share mode").update();
  }

  /// Whether this roster is in force: inside a transaction of the caller, until whose end no other
  /// is taken.
  boolean holds(PublicIdentityKey rosterKey, RosterReference reference) {
    holdStill();
    return newest(rosterKey).equals(Optional.of(reference));
  }

  /// Records cells of a cohort that a participant joins or masks for: inside a transaction of the
  /// caller.
  ///
  /// @param masked whether it masks; never taken back
  void remember(ParticipantId participant, Collection<Cell> cells, boolean masked, Instant at) {
    for (Cell cell : cells) {
      jdbc.sql(
              """
              insert into masked_cell as c (participant, number, minimum, members, first_joined_at,
                masked)
              values (?, ?, ?, ?, ?, ?)
              on conflict (participant, number) where number is not null do update
              set masked = c.masked or excluded.masked\
              """)
          .params(
              participant.value(),
              cell.number(),
              cell.minimum(),
              lines(cell.members()),
              OffsetDateTime.ofInstant(at, ZoneOffset.UTC),
              masked)
          .update();
    }
  }

  /// The cells that a participant remembers, oldest first.
  List<Opening> openings(ParticipantId participant) {
    return jdbc.sql("select * from masked_cell where participant = ? order by first_joined_at")
        .param(participant.value())
        .query((row, number) ->
            new Opening(
                maskedCell(row),
                row.getObject("first_joined_at", OffsetDateTime.class).toInstant(),
                row.getBoolean("masked")))
        .list();
  }

  private Collection<MaskedCell> maskedFor() {
    return jdbc.sql("select distinct number, minimum, members from masked_cell")
        .query((row, number) -> maskedCell(row))
        .list();
  }

  private static MaskedCell maskedCell(ResultSet row) throws SQLException {
    SortedSet<ParticipantId> members =
        row.getString("members")
            .lines()
            .map(ParticipantId::new)
            .collect(Collectors.toCollection(TreeSet::new));
    return new MaskedCell(
        Optional.ofNullable(row.getObject("number", Integer.class)),
        row.getInt("minimum"),
        members);
  }

  private static String lines(Collection<ParticipantId> ids) {
    return ids.stream().map(id -> id.value() + "\n").collect(Collectors.joining());
  }

  private static SignedRoster parse(String text) {
    try {
      return SignedRoster.parse(text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a stored roster does not parse", e);
    }
  }

  /// A kept roster.
  ///
  /// @param at when it was taken
  record Taken(SignedRoster roster, Instant at) {}

  /// Looks at a roster before it is put in force.
  @FunctionalInterface
  interface Check {
    Optional<RosterFault> of(Optional<SignedRoster> inForce, Collection<MaskedCell> maskedFor);
  }
}
