package io.privirec.coordinator.relay;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Where mailboxes are kept. Each method is one transaction.
public interface MailboxStore {
  /// Consecutive envelopes of a mailbox.
  ///
  /// @param last number of the last one
  /// @param bytes of their content
  record Batch(long last, long bytes) {}

  /// Puts an envelope behind those that are there. Whoever sees it sees all that came before it.
  ///
  /// @return false when the mailbox has no room for it
  boolean put(Mailbox mailbox, byte[] content);

  /// The first envelopes behind a number, as many as are no more bytes than that together, and at
  /// least one; empty when there is none.
  Optional<Batch> next(Mailbox mailbox, long after, long mostBytes);

  /// The envelopes from behind a number to another one, by number.
  List<Envelope> between(Mailbox mailbox, long after, long last);

  /// Deletes the envelopes up to that number.
  void delete(Mailbox mailbox, long last);

  /// Sessions that have a mailbox.
  Set<String> sessions();

  /// Deletes all mailboxes of these sessions.
  ///
  /// @return how many there were
  int forget(Collection<String> sessions);
}
