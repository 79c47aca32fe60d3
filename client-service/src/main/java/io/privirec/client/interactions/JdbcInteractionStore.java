package io.privirec.client.interactions;

import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Interactions in PostgreSQL. An import is staged in a temporary table and merged in one
/// transaction.
@Repository
class JdbcInteractionStore implements InteractionStore {
  private static final int FETCH_ROWS = 1_000;

  private final JdbcTemplate jdbc;
  private final JdbcTemplate streaming;
  private final TransactionTemplate transaction;

  JdbcInteractionStore(DataSource dataSource, PlatformTransactionManager transactions) {
    this.jdbc = new JdbcTemplate(dataSource);
    this.streaming = new JdbcTemplate(dataSource);
    this.streaming.setFetchSize(FETCH_ROWS);
    this.transaction = new TransactionTemplate(transactions);
  }

  @Override
  public long add(ParticipantId participant, Feed feed, Supplier<HolderNames> names)
      throws IOException {
    try {
      Long added =
          transaction.execute(status -> {
            stage(feed);
            requireOwnUsers(names.get());
            return merge(participant);
          });
      return added == null ? 0 : added;
    } catch (UncheckedIOException e) {
      throw e.getCause() == null ? new IOException(e) : e.getCause();
    }
  }

  private void stage(Feed feed) {
    jdbc.execute(
        """
        create temporary table import_row (
          number bigint generated always as identity, user_id text collate "C", item integer,
          rating real, occurred_at timestamptz
        ) on commit drop\
        """);
    jdbc.execute(
        (ConnectionCallback<Boolean>)
            connection -> {
              StagedRows rows = new StagedRows(connection);
              try {
                feed.into(rows);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              rows.flush();
              return true;
            });
  }

  /// Imports of a holder run in sequence, so that the second of two imports with a common user
  /// finds the user of the first.
  private void requireOwnUsers(HolderNames names) {
    SortedSet<ParticipantId> others = names.others();
    if (others.isEmpty()) {
      return;
    }
    ParticipantId own = names.own().first();
    ParticipantId first = own.compareTo(others.first()) < 0 ? own : others.first();
    jdbc.queryForList(
        "select pg_advisory_xact_lock(hashtext('holder'), hashtext(?))", first.value());
    jdbc.query(
        connection -> {
          PreparedStatement found =
              connection.prepareStatement(
                  """
                  select count(distinct r.user_id), min(r.number),
                    array_agg(distinct u.participant order by u.participant)
                  from import_row r join holder_user u on u.id = r.user_id
                  where u.participant = any(?)\
                  """);
          found.setArray(
              1,
              connection.createArrayOf(
                  "text", others.stream().map(ParticipantId::value).toArray()));
          return found;
        },
        row -> {
          if (row.getLong(1) > 0) {
            throw new ImportRefusal.UsersAtOtherParticipant(
                row.getLong(1), ids((String[]) row.getArray(3).getArray()), row.getLong(2));
          }
        });
  }

  private static List<ParticipantId> ids(String[] names) {
    return Stream.of(names).map(ParticipantId::new).toList();
  }

  /// Imports of one participant run one after the other: they would deadlock over common users.
  private long merge(ParticipantId participant) {
    jdbc.queryForList(
        "select pg_advisory_xact_lock(hashtext('import'), hashtext(?))", participant.value());
    jdbc.update(
        """
        insert into holder_user (participant, id)
        select distinct ?, user_id from import_row
        on conflict do nothing\
        """,
        participant.value());
    long before = totals(participant).interactions();
    jdbc.update(
        """
        insert into interaction (user_key, item, rating, occurred_at)
        select distinct on (u.key, r.item) u.key, r.item, r.rating, r.occurred_at
        from import_row r join holder_user u on u.participant = ? and u.id = r.user_id
        order by u.key, r.item, r.number desc
        on conflict (user_key, item) do update
          set rating = excluded.rating, occurred_at = excluded.occurred_at
          where (interaction.rating, interaction.occurred_at)
            is distinct from (excluded.rating, excluded.occurred_at)\
        """,
        participant.value());
    return totals(participant).interactions() - before;
  }

  @Override
  public Totals totals(ParticipantId participant) {
    return jdbc.query(
            """
            select (select count(*) from holder_user where participant = ?),
                   (select count(*) from interaction i
                    join holder_user u on u.key = i.user_key where u.participant = ?)\
            """,
            (row, number) -> new Totals(row.getLong(1), row.getLong(2)),
            participant.value(),
            participant.value())
        .getFirst();
  }

  @Override
  public RatingMatrix matrix(ParticipantId participant) {
    RowCollector rows = new RowCollector();
    // A row per user, not one per interaction: the driver takes longer for a row than the database.
    // As bytes, big endian: it would make an object of each element of an array.
    transaction.executeWithoutResult(status ->
        streaming.query(
            """
            select own.items, own.ratings
            from holder_user u, lateral (
              select string_agg(int4send(i.item), '') items,
                string_agg(float4send(coalesce(i.rating, 'NaN')), '') ratings
              from (
                select item, rating from interaction where user_key = u.key order by item offset 0
              ) i
            ) own
            where u.participant = ? order by u.id\
            """,
            row -> {
              byte[] items = row.getBytes(1);
              if (items != null) {
                rows.add(
                    ByteBuffer.wrap(items).asIntBuffer(),
                    ByteBuffer.wrap(row.getBytes(2)).asFloatBuffer());
              }
            },
            participant.value()));
    return rows.matrix();
  }

  @Override
  public List<ParticipantId> holdersOf(String user) {
    if (user.indexOf(0) >= 0) {
      // No text in PostgreSQL.
      return List.of();
    }
    return jdbc.query(
        "select participant from holder_user where id = ? order by participant",
        (row, number) -> new ParticipantId(row.getString(1)),
        user);
  }

  @Override
  public List<Kept> history(ParticipantId participant, String user) {
    return jdbc.query(
        """
        select i.item, i.rating from holder_user u join interaction i on i.user_key = u.key
        where u.participant = ? and u.id = ? order by i.item\
        """,
        (row, _) -> new Kept(row.getInt(1), row.getObject(2, Float.class)),
        participant.value(),
        user);
  }
}
