package io.privirec.client.peer;

import io.privirec.client.coordinator.CoordinatorException;
import io.privirec.client.coordinator.PeerMail;
import io.privirec.edge.log.LogField;
import io.privirec.edge.trace.SessionTraces;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.peers.PeerFailureException;
import io.privirec.federation.peers.PeerFailureException.Code;
import io.privirec.federation.peers.PeerJournal;
import io.privirec.federation.peers.PeerSteps;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.peer.PeerEnvelope;
import io.privirec.secagg.peer.PeerParty;
import io.privirec.secagg.peer.PeerParty.Outgoing;
import io.privirec.secagg.peer.PeerViolation;
import io.privirec.wire.PeerFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/// One participant's computation with the other participants of a session. One thread computes, and
/// one thread for each neighbour sends. A participant without an address has a further thread,
/// which asks the relay.
///
/// Goes on sending when its own result is there, until it is [closed][#close]: others may lack
/// something still.
final class PeerMeeting implements PeerSteps, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(PeerMeeting.class);

  /// After so long without a new message, the same envelopes are sent to a neighbour again: the
  /// neighbour may have been restarted. Each time in vain it takes twice as long.
  private static final Duration AGAIN = Duration.ofSeconds(2);

  private static final Duration LONGEST_AGAIN = Duration.ofSeconds(30);

  private static final Duration END = Duration.ofSeconds(10);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
  private static final Duration RELAY_WAIT = Duration.ofSeconds(5);
  private static final int KEYS = 0;
  private static final int MOST_OF_A_DETAIL = 500;

  private final PeerCall call;
  private final Path directory;
  private final PeerSettings settings;
  private final PeerPost post;
  private final PeerObserver observer;
  private final PeerParty party;
  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  /// Guards what follows; who waits for news waits for it.
  private final Object news = new Object();

  private long changes;
  private State state = new State.Running();
  private Optional<PeerViolation> violation = Optional.empty();

  /// How it stands.
  sealed interface State {
    /// Not over.
    record Running() implements State {}

    /// It is over.
    ///
    /// @param result the file that the work has written
    record Done(Path result) implements State {}

    /// The participants cannot go on among themselves.
    record Failed(PeerFailureException why) implements State {}

    /// This participant does not take part in it, whatever the others say.
    record Refused(ContributionRefusedException why) implements State {}

    /// Something went wrong here; another try may help.
    record Broken() implements State {}
  }

  PeerMeeting(
      PeerCall call,
      Path directory,
      PeerSettings settings,
      PeerPost post,
      PeerObserver observer,
      SecureRandom random) {
    this.observer = observer;
    this.call = call;
    this.directory = directory;
    this.settings = settings;
    this.post = post;
    TreeSet<ParticipantId> cohort = new TreeSet<>(call.group().members().keySet());
    this.party =
        new PeerParty(
            call.group(),
            call.participant(),
            call.identity(),
            call.agreement(),
            call.terms().topology().neighbours(call.participant(), cohort),
            call.terms().spread(cohort),
            call.terms().length(),
            random,
            this::tell);
  }

  PeerCall call() {
    return call;
  }

  int longestEnvelope() {
    return party.longestEnvelope();
  }

  State state() {
    synchronized (news) {
      return state;
    }
  }

  private void tell() {
    synchronized (news) {
      changes++;
      news.notifyAll();
    }
  }

  void start() {
    // It computes for minutes: not one of the threads that all others share.
    run(Thread.ofPlatform().daemon(), "computes", this::compute);
    for (ParticipantId neighbour : party.neighbours()) {
      run(Thread.ofVirtual(), "sends to " + neighbour, () -> sendAll(neighbour));
    }
    if (!call.addresses().containsKey(call.participant())) {
      run(Thread.ofVirtual(), "asks the relay", this::askRelay);
    }
  }

  private void run(Thread.Builder builder, String what, Runnable task) {
    Runnable traced =
        () -> {
          try (MDC.MDCCloseable _ = SessionTraces.logged(call.session())) {
            task.run();
          }
        };
    threads.add(builder.name("peer-%s-%s".formatted(call.participant(), what)).start(traced));
  }

  /// Takes in what a neighbour sent.
  ///
  /// @throws PeerViolation when it is not taken in
  void receive(PeerEnvelope envelope) throws PeerViolation {
    try {
      party.receive(envelope);
      observer.received(envelope.length());
    } catch (PeerViolation e) {
      if (e.kind() == PeerViolation.Kind.EQUIVOCATED) {
        synchronized (news) {
          violation = Optional.of(e);
        }
        tell();
      }
      throw e;
    }
  }

  private void compute() {
    Path result = directory.resolve("found");
    try {
      if (Files.notExists(result)) {
        meet(result);
      } else {
        linger();
      }
      end(new State.Done(result));
    } catch (PeerFailureException e) {
      log.atWarn()
          .addKeyValue(LogField.ACTION, "peers-failed")
          .addKeyValue(LogField.SESSION, call.session())
          .addKeyValue(LogField.PARTICIPANT, call.participant())
          .log(
              "{} cannot go on with the others of session {}: {} ({})",
              call.participant(),
              call.session(),
              e.code().label(),
              e.getMessage());
      report(e);
      end(new State.Failed(e));
    } catch (ContributionRefusedException e) {
      end(new State.Refused(e));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      end(new State.Broken());
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      if (closed.getCount() > 0) {
        log.error("{} in session {} fails", call.participant(), call.session(), e);
      }
      end(new State.Broken());
    } finally {
      ended.countDown();
    }
  }

  private void meet(Path result) throws IOException, PeerFailureException, InterruptedException {
    TreeSet<ParticipantId> cohort = new TreeSet<>(call.group().members().keySet());
    try (PeerJournal journal = PeerJournal.open(directory, call.terms().length())) {
      agree();
      log.atInfo()
          .addKeyValue(LogField.ACTION, "peers-met")
          .addKeyValue(LogField.SESSION, call.session())
          .addKeyValue(LogField.PARTICIPANT, call.participant())
          .addKeyValue(LogField.PARTICIPANTS, cohort.size())
          .log(
              "{} computes with {} others in session {}",
              call.participant(),
              cohort.size() - 1,
              call.session());
      call.work().meet(call.terms().sums(cohort, party, this, journal), result);
    }
  }

  private void agree() throws PeerFailureException, InterruptedException {
    await(KEYS);
    try {
      party.agree();
    } catch (PeerViolation e) {
      throw new PeerFailureException(
          Code.PEER_EQUIVOCATED, Collections.emptySortedSet(), String.valueOf(e.getMessage()));
    }
  }

  /// The result outlived a restart; the others may still be in their last step.
  private void linger() throws IOException, PeerFailureException, InterruptedException {
    Path again = directory.resolve("found-again");
    meet(again);
    Files.deleteIfExists(again);
  }

  private void end(State how) {
    synchronized (news) {
      state = how;
    }
    tell();
  }

  @Override
  public void await(int step) throws PeerFailureException, InterruptedException {
    Duration patience = step <= KEYS + 1 ? settings.start() : settings.patience();
    long since = System.nanoTime();
    while (true) {
      long seen;
      synchronized (news) {
        seen = changes;
        requireNoViolation();
      }
      if (party.isComplete(step)) {
        observer.stepAwaited(System.nanoTime() - since);
        return;
      }
      if (System.nanoTime() - since > patience.toNanos()) {
        throw new PeerFailureException(
            Code.PEER_SILENT,
            party.missing(step),
            "no word of %s in step %s for %s s"
                .formatted(party.missing(step), step, patience.toSeconds()));
      }
      if (!awaitNews(seen, AGAIN)) {
        party.passOnForAWhile();
      }
    }
  }

  private void requireNoViolation() throws PeerFailureException {
    if (violation.isPresent()) {
      PeerViolation found = violation.get();
      TreeSet<ParticipantId> culprits = new TreeSet<>();
      found.culprit().ifPresent(culprits::add);
      throw new PeerFailureException(
          Code.PEER_EQUIVOCATED, culprits, String.valueOf(found.getMessage()));
    }
  }

  /// @return whether there was something new in this time
  private boolean awaitNews(long seen, Duration time) throws InterruptedException {
    long deadline = System.nanoTime() + time.toNanos();
    synchronized (news) {
      while (changes == seen) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        TimeUnit.NANOSECONDS.timedWait(news, left);
        if (isClosed()) {
          throw new InterruptedException("the meeting is closed");
        }
      }
      return true;
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  /// Sends in order, and from the beginning again only what has all been sent: were it sooner, a
  /// slow neighbour would be sent the same for ever.
  private void sendAll(ParticipantId neighbour) {
    Duration pause = FIRST_PAUSE;
    Duration again = AGAIN;
    try {
      while (!isClosed()) {
        long seen;
        synchronized (news) {
          seen = changes;
        }
        Optional<Outgoing> next = party.next(neighbour);
        if (next.isEmpty()) {
          pause = FIRST_PAUSE;
          if (awaitNews(seen, again)) {
            again = AGAIN;
          } else {
            party.forgetDeliveries(neighbour);
            again = twice(again, LONGEST_AGAIN);
          }
          continue;
        }
        switch (post.send(
            neighbour,
            next.get().envelope().bytes(),
            call.addresses(),
            call.session(),
            call.channel())) {
          case TAKEN -> party.delivered(next.get());
          case REFUSED -> {
            party.forgetDeliveries(neighbour);
            rest(pause);
            pause = twice(pause, LONGEST_PAUSE);
          }
          case LOST -> {
            rest(pause);
            pause = twice(pause, LONGEST_PAUSE);
          }
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static Duration twice(Duration duration, Duration most) {
    Duration twice = duration.multipliedBy(2);
    return twice.compareTo(most) > 0 ? most : twice;
  }

  private void rest(Duration pause) throws InterruptedException {
    if (closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new InterruptedException("the meeting is closed");
    }
  }

  private void askRelay() {
    long after = 0;
    try {
      while (!isClosed()) {
        try {
          List<PeerMail> arrived = call.channel().peerMessages(call.session(), after, RELAY_WAIT);
          for (PeerMail mail : arrived) {
            after = Math.max(after, mail.number());
            takeIn(mail);
          }
          if (arrived.isEmpty()) {
            // A relay that is about to stop, or lies, does not wait.
            rest(FIRST_PAUSE);
          }
        } catch (CoordinatorException e) {
          log.debug("{}: the relay: {}", call.participant(), e.getMessage());
          rest(LONGEST_PAUSE);
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// A refused envelope is dropped. Its sender sends it again if the receiver still waits for it.
  private void takeIn(PeerMail mail) {
    try {
      receive(PeerEnvelope.decode(mail.envelope()));
    } catch (GeneralSecurityException e) {
      log.debug("{}: an envelope of the relay: {}", call.participant(), e.getMessage());
    }
  }

  /// The coordinator ends the session by name.
  private void report(PeerFailureException why) {
    String detail = String.valueOf(why.getMessage());
    try {
      call.channel()
          .reportPeers(
              call.session(),
              new PeerFailure(
                  why.code().label(),
                  why.peers().stream().findFirst().map(ParticipantId::value).orElse(null),
                  detail.substring(0, Math.min(detail.length(), MOST_OF_A_DETAIL))));
    } catch (CoordinatorException e) {
      log.warn("{}: the coordinator could not be told: {}", call.participant(), e.getMessage());
    }
  }

  /// Waits a while until nothing is written any more, once it is closed.
  void awaitEnd() {
    try {
      if (!ended.await(END.toMillis(), TimeUnit.MILLISECONDS)) {
        log.warn(
            "{} still computes in session {}, which is over", call.participant(), call.session());
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Ends all threads, without waiting.
  @Override
  public void close() {
    closed.countDown();
    tell();
    threads.forEach(Thread::interrupt);
  }
}
