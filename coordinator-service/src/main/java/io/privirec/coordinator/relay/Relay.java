package io.privirec.coordinator.relay;

import io.privirec.coordinator.housekeeping.Collector;
import io.privirec.coordinator.relay.RelayRefusal.Reason;
import io.privirec.coordinator.session.Sessions;
import io.privirec.round.ActiveSessions;
import io.privirec.round.ChangeSignal;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/// Keeps envelopes of the participants of a running session for each other. Envelopes may be lost
/// with the database, and an envelope that its sender repeats is kept twice: participants are built
/// for both.
@Component
final class Relay implements SmartLifecycle, Collector {
  /// Frames of one delivery, unless its first is longer.
  static final int MOST_DELIVERED_BYTES = 16 << 20;

  /// Envelopes that another process took ring no bell here: they are looked for.
  private static final Duration RECHECK = Duration.ofMillis(200);

  private static final int BELLS = 64;
  private static final int SHARE_OF_HEAP = 16;
  private static final long LEAST_MEMORY = 4L * Envelope.MAX_BYTES;

  private final MailboxStore store;
  private final Sessions sessions;
  private final ActiveSessions active;
  private final EnvelopeMemory memory =
      new EnvelopeMemory(Math.max(LEAST_MEMORY, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP));
  private final Clock clock;

  /// Mailboxes share them: who is woken for another one's envelope waits on.
  private final List<ChangeSignal> bells = Stream.generate(ChangeSignal::new).limit(BELLS).toList();

  private volatile boolean running;

  Relay(MailboxStore store, Sessions sessions, ActiveSessions active, Clock clock) {
    this.store = store;
    this.sessions = sessions;
    this.active = active;
    this.clock = clock;
  }

  /// Reads an envelope that its sender has sent.
  @FunctionalInterface
  interface Content {
    /// Reads all of it.
    ///
    /// @param bytes as many as were declared
    /// @return the content, of that length
    byte[] read(int bytes) throws IOException;
  }

  /// Takes an envelope. When this returns, its recipient finds it.
  ///
  /// @param mailbox of the recipient
  /// @param declaredBytes length of the envelope; negative: not declared
  /// @param content is read only when there is memory for it
  /// @throws RelayRefusal when it is not taken
  /// @throws io.privirec.coordinator.session.SessionRefusal if the session does not run, or if its
  ///   cohort lacks the sender or the receiver
  void post(ParticipantId sender, Mailbox mailbox, long declaredBytes, Content content)
      throws IOException {
    sessions.requirePeers(mailbox.session(), sender, mailbox.recipient());
    requireLength(declaredBytes);
    try (EnvelopeMemory.Share _ = memory.take(sender, declaredBytes)) {
      if (!store.put(mailbox, content.read((int) declaredBytes))) {
        throw new RelayRefusal(
            Reason.MAILBOX_FULL,
            "At most %s envelopes and %s bytes wait for one recipient"
                .formatted(Mailbox.MOST_ENVELOPES, Mailbox.MOST_BYTES));
      }
    }
    bell(mailbox).raise();
  }

  private static void requireLength(long declaredBytes) {
    if (declaredBytes < 0) {
      throw new RelayRefusal(Reason.LENGTH_NOT_DECLARED, "An envelope needs a Content-Length");
    }
    if (declaredBytes == 0) {
      throw new RelayRefusal(Reason.EMPTY, "An envelope has at least one byte");
    }
    if (declaredBytes > Envelope.MAX_BYTES) {
      throw new RelayRefusal(
          Reason.TOO_LONG, "An envelope has at most " + Envelope.MAX_BYTES + " bytes");
    }
  }

  /// Deletes the envelopes that the recipient has, and waits for the next envelopes.
  ///
  /// @param after number of the last envelope that the recipient has; 0: it has none
  /// @param patience how long to wait for the first one
  /// @return the next envelopes; none when there was none for that long
  /// @throws RelayRefusal when there is no memory for them now
  /// @throws io.privirec.coordinator.session.SessionRefusal when the session does not run, or the
  ///   recipient is not in its cohort
  Delivery await(Mailbox mailbox, long after, Duration patience) throws InterruptedException {
    sessions.requirePeers(mailbox.session(), mailbox.recipient(), mailbox.recipient());
    if (after > 0) {
      store.delete(mailbox, after);
    }
    ChangeSignal bell = bell(mailbox);
    Instant end = clock.instant().plus(patience);
    while (true) {
      long seen = bell.generation();
      Optional<MailboxStore.Batch> next = store.next(mailbox, after, MOST_DELIVERED_BYTES);
      if (next.isPresent()) {
        return deliver(mailbox, after, next.get());
      }
      Duration left = Duration.between(clock.instant(), end);
      if (!left.isPositive() || !bell.await(seen, left.compareTo(RECHECK) < 0 ? left : RECHECK)) {
        return Delivery.ofNothing();
      }
    }
  }

  private Delivery deliver(Mailbox mailbox, long after, MailboxStore.Batch batch) {
    EnvelopeMemory.Share share = memory.take(mailbox.recipient(), batch.bytes());
    try {
      return new Delivery(store.between(mailbox, after, batch.last()), share);
    } catch (RuntimeException | Error e) {
      share.close();
      throw e;
    }
  }

  @Override
  public String remains() {
    return "mailboxes of sessions that are over";
  }

  @Override
  public int collect() {
    // A session is stored before anything is sent in it: one that is not active now is over.
    Set<String> idle = new HashSet<>(store.sessions());
    idle.removeAll(active.among(idle));
    return idle.isEmpty() ? 0 : store.forget(idle);
  }

  @Override
  public void start() {
    running = true;
  }

  /// Ends all waiting. Stops first: long polls must end before the web server waits for its
  /// requests.
  @Override
  public void stop() {
    running = false;
    bells.forEach(ChangeSignal::close);
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  private ChangeSignal bell(Mailbox mailbox) {
    return bells.get(Math.floorMod(mailbox.hashCode(), BELLS));
  }
}
