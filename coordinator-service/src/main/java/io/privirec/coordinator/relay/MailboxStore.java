package io.privirec.coordinator.relay;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// A store of mailboxes. Each method is a transaction. A change locks the row of its mailbox until
/// the transaction ends, so that readers see numbers in order, and a deletion spares later
/// envelopes.
@Repository
class MailboxStore {
  private static final String OF_MAILBOX = "session_id = :session and recipient = :recipient";

  private final JdbcClient jdbc;

  /// Consecutive envelopes of a mailbox.
  ///
  /// @param last number of the last envelope
  /// @param bytes of their content
  record Batch(long last, long bytes) {}

  MailboxStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  private JdbcClient.StatementSpec sql(String statement, Mailbox mailbox) {
    return jdbc.sql(statement)
        .param("session", mailbox.session())
        .param("recipient", mailbox.recipient().value());
  }

  /// Puts an envelope behind those that are there. A reader of the envelope sees all earlier
  /// envelopes. Numbers begin at the microseconds since 1970: a mailbox that the database lost and
  /// that comes to be again goes on above the numbers that its recipient has.
  ///
  /// @return false when the mailbox has no room for it
  @Transactional
  boolean put(Mailbox mailbox, byte[] content) {
    Optional<Long> number =
        sql(
                """
                insert into peer_mailbox as m (session_id, recipient, last_number, messages, bytes)
                values (:session, :recipient,
                  (extract(epoch from clock_timestamp()) * 1000000)::bigint, 1, :bytes)
                on conflict (session_id, recipient) do update
                set last_number = m.last_number + 1, messages = m.messages + 1,
                    bytes = m.bytes + excluded.bytes
                where m.messages < :mostEnvelopes and m.bytes + excluded.bytes <= :mostBytes
                returning m.last_number\
                """,
                mailbox)
            .param("bytes", content.length)
            .param("mostEnvelopes", Mailbox.MOST_ENVELOPES)
            .param("mostBytes", Mailbox.MOST_BYTES)
            .query(Long.class)
            .optional();
    if (number.isEmpty()) {
      return false;
    }
    sql(
            """
            insert into peer_message (session_id, recipient, number, envelope)
            values (:session, :recipient, :number, :envelope)\
            """,
            mailbox)
        .param("number", number.get())
        .param("envelope", content)
        .update();
    return true;
  }

  /// The first envelopes behind a number, as many as are no more bytes than that together, and at
  /// least one; empty when there is none.
  Optional<Batch> next(Mailbox mailbox, long after, long mostBytes) {
    return sql(
            """
            select max(number), sum(bytes) from (
              select number, octet_length(envelope) as bytes, row_number() over (order by number)
                as place, sum(octet_length(envelope) + 12) over (order by number) as total
              from peer_message
              where session_id = :session and recipient = :recipient and number > :after) m
            where place = 1 or total <= :most having count(*) > 0\
            """,
            mailbox)
        .param("after", after)
        .param("most", mostBytes)
        .query((row, _) -> new Batch(row.getLong(1), row.getLong(2)))
        .optional();
  }

  /// The envelopes from behind a number to another one, by number.
  List<Envelope> between(Mailbox mailbox, long after, long last) {
    return sql(
            "select number, envelope from peer_message where "
                + OF_MAILBOX
                + " and number > :after and number <= :last order by number",
            mailbox)
        .param("after", after)
        .param("last", last)
        .query((row, _) -> new Envelope(row.getLong(1), row.getBytes(2)))
        .list();
  }

  /// Deletes the envelopes up to that number.
  @Transactional
  void delete(Mailbox mailbox, long last) {
    sql("select 1 from peer_mailbox where " + OF_MAILBOX + " for update", mailbox)
        .query(Integer.class)
        .optional();
    sql(
            """
            with gone as (
              delete from peer_message
              where session_id = :session and recipient = :recipient and number <= :last
              returning octet_length(envelope) as bytes)
            update peer_mailbox
            set messages = messages - (select count(*) from gone),
                bytes = peer_mailbox.bytes - (select coalesce(sum(gone.bytes), 0) from gone)
            where session_id = :session and recipient = :recipient\
            """,
            mailbox)
        .param("last", last)
        .update();
  }

  /// Sessions that have a mailbox.
  Set<String> sessions() {
    return jdbc.sql("select distinct session_id from peer_mailbox").query(String.class).set();
  }

  /// Deletes all mailboxes of these sessions. The mailboxes first: who is putting something into
  /// one has put it, or does so anew.
  ///
  /// @return how many there were
  @Transactional
  int forget(Collection<String> sessions) {
    String[] over = sessions.toArray(String[]::new);
    int mailboxes =
        jdbc.sql("delete from peer_mailbox where session_id = any(?)").param(over).update();
    jdbc.sql("delete from peer_message where session_id = any(?)").param(over).update();
    return mailboxes;
  }
}
