package io.privirec.edge.connections;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Decides which requests are worked on now, which wait for their turn, and which are refused at
/// once because their turn would come too late.
///
/// Few requests are worked on at a time, and the others wait in the order of their arrival. A
/// virtual thread for each request would not do. The kernel stops a carrier in the middle of a
/// lock, and the requests that meet this lock give up their carriers. They would get a carrier back
/// seconds later, because carriers prefer new tasks. A request that waits for its body or for a
/// database needs no processor, and does not count among the few.
///
/// The expected wait is the number of waiting requests times the mean time between two turns
/// (Little's law). A pause of the machine makes the queue longer and its turns no slower, so it
/// causes no refusals. Refusals have two threads of the system, and the kernel runs these beside
/// the threads that compute. Thread-safe. Arrivals take no lock: the thread that brings them would
/// stop with the owner of the lock.
final class Admission {
  private static final Logger log = LoggerFactory.getLogger(Admission.class);
  private static final int REFUSING_THREADS = 2;
  private static final double NEWEST_PART = 1 / 32.;
  private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);
  private static final int AT_A_TIME_PER_PROCESSOR = 2;

  /// While requests wait, the threads at work are looked at so often.
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(1);

  /// A refusal writes into the buffer of a socket, and waits for nothing.
  private static final Duration LONGEST_REFUSALS = Duration.ofSeconds(5);

  private final long longest;
  private final LongSupplier nanos;
  private final Executor refusers;
  private final Executor later;
  private final Queue<Turn> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();

  /// The turns at work; null: a place is free.
  private final AtomicReferenceArray<@Nullable Turn> atWork;

  private final AtomicBoolean looksAgain = new AtomicBoolean();

  /// Looks in a row that found no place. A machine that is stopped looks at nothing.
  private final AtomicInteger looksInVain = new AtomicInteger();

  private final LongAdder refused = new LongAdder();

  /// Nanoseconds between two turns, as a moving mean. Threads that write at the same time may lose
  /// a value.
  private volatile double interval;

  private volatile long told;

  /// Refusals that were not carried out yet.
  private final AtomicInteger refusing = new AtomicInteger();

  private volatile boolean closed;

  /// @param longest that a request may wait; zero: there is no bound
  Admission(Duration longest) {
    this(
        longest,
        AT_A_TIME_PER_PROCESSOR * Runtime.getRuntime().availableProcessors(),
        System::nanoTime,
        refusers(),
        looking());
  }

  /// @param atATime requests worked on, beside those that wait for something
  /// @param refusers runs refusals
  /// @param later runs its work after a while
  Admission(Duration longest, int atATime, LongSupplier nanos, Executor refusers, Executor later) {
    this.later = later;
    this.atWork = new AtomicReferenceArray<>(atATime);
    this.longest = longest.toNanos();
    this.nanos = nanos;
    this.refusers = refusers;
    this.told = nanos.getAsLong() - BETWEEN_LINES.toNanos();
  }

  private static Executor refusers() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            REFUSING_THREADS,
            REFUSING_THREADS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("refusing-", 0).factory());
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  private static Executor looking() {
    ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("admission").factory());
    return look -> {
      var _ = thread.schedule(look, BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
    };
  }

  boolean hasABound() {
    return longest > 0;
  }

  /// Runs the work on these threads in its turn, or the refusal soon.
  void execute(Executor threads, Runnable work, Runnable refusal) {
    int ahead = waiting.get();
    if (closed
        || ahead * interval > longest
        || looksInVain.get() * BETWEEN_LOOKS.toNanos() > longest) {
      refuse(refusal);
      return;
    }
    waiting.incrementAndGet();
    queue.add(new Turn(threads, work, refusal, nanos.getAsLong(), ahead));
    beginNext();
  }

  /// Begins as many turns as there are free places, and has somebody look at the others soon.
  private void beginNext() {
    for (int place = 0; place < atWork.length() && !queue.isEmpty(); place++) {
      beginAt(place, null);
    }
    if (!queue.isEmpty() && looksAgain.compareAndSet(false, true)) {
      later.execute(this::look);
    }
  }

  /// Gives the places of requests that wait for something to those in the queue. The state of a
  /// thread is behind a lock, so arrivals and ends do not ask for it.
  private void look() {
    looksAgain.set(false);
    looksInVain.incrementAndGet();
    for (int place = 0; place < atWork.length() && !queue.isEmpty(); place++) {
      @Nullable Turn there = atWork.get(place);
      if (there != null && there.waitsForSomething()) {
        beginAt(place, there);
      }
    }
    beginNext();
  }

  /// Begins the next turn if the place is still as it was seen.
  private void beginAt(int place, @Nullable Turn seen) {
    if (atWork.compareAndSet(place, seen, Turn.NOBODYS)) {
      @Nullable Turn next = queue.poll();
      atWork.set(place, next);
      if (next != null) {
        waiting.decrementAndGet();
        begin(next, place);
      }
    }
  }

  private void begin(Turn turn, int place) {
    looksInVain.set(0);
    try {
      turn.threads.execute(() -> {
        try {
          if (turn.begins()) {
            learnFrom(turn);
            turn.work.run();
          }
        } finally {
          end(turn, place);
        }
      });
    } catch (RuntimeException | Error noThread) {
      // There may be too many threads, or the service stops.
      atWork.compareAndSet(place, turn, null);
      if (turn.begins()) {
        refuse(turn.refusal);
      }
    }
  }

  /// A single turn counts for no more than the bound: else a long pause could have all refused that
  /// could tell that it is over.
  private void learnFrom(Turn turn) {
    double newest =
        Math.min((nanos.getAsLong() - turn.since) / (turn.ahead + 1.), (double) longest);
    double mean = interval;
    interval = mean + NEWEST_PART * (newest - mean);
  }

  private void end(Turn turn, int place) {
    // Another turn has the place if this turn was seen waiting.
    atWork.compareAndSet(place, turn, null);
    beginNext();
  }

  /// A request in the queue or at work.
  private static final class Turn {
    /// While a place changes its turn.
    static final Turn NOBODYS = new Turn(Runnable::run, () -> {}, () -> {}, 0, 0);

    private final Executor threads;
    private final Runnable work;
    private final Runnable refusal;
    private final long since;
    private final int ahead;

    /// Null before it begins.
    private final AtomicReference<@Nullable Thread> worker = new AtomicReference<>();

    Turn(Executor threads, Runnable work, Runnable refusal, long since, int ahead) {
      this.threads = threads;
      this.work = work;
      this.refusal = refusal;
      this.since = since;
      this.ahead = ahead;
    }

    /// The thread that returns true has the turn: it works on the request, or refuses it.
    boolean begins() {
      return worker.compareAndSet(null, Thread.currentThread());
    }

    boolean waitsForSomething() {
      @Nullable Thread thread = worker.get();
      if (thread == null) {
        return false;
      }
      Thread.State state = thread.getState();
      return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }
  }

  private void refuse(Runnable refusal) {
    refusing.incrementAndGet();
    refusers.execute(() -> {
      try {
        refusal.run();
      } finally {
        refusing.decrementAndGet();
      }
    });
  }

  /// Refuses new requests from now on. Waiting requests keep their turns for as long as a request
  /// may wait, and are then refused, too. Returns when no request waits for an answer: Tomcat
  /// closes the connections of requests that it did not begin when it stops.
  void close() {
    closed = true;
    awaitEnd(() -> waiting() > 0 || isWorking(), longest);
    for (@Nullable Turn next = queue.poll(); next != null; next = queue.poll()) {
      waiting.decrementAndGet();
      refuse(next.refusal);
    }
    for (int place = 0; place < atWork.length(); place++) {
      @Nullable Turn there = atWork.get(place);
      if (there != null && there != Turn.NOBODYS && there.begins()) {
        refuse(there.refusal);
      }
    }
    awaitEnd(() -> refusing.get() > 0, LONGEST_REFUSALS.toNanos());
  }

  private static void awaitEnd(BooleanSupplier lasts, long nanos) {
    long deadline = System.nanoTime() + nanos;
    try {
      while (lasts.getAsBoolean() && System.nanoTime() - deadline < 0) {
        Thread.sleep(BETWEEN_LOOKS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isWorking() {
    for (int place = 0; place < atWork.length(); place++) {
      @Nullable Turn there = atWork.get(place);
      if (there != null && !there.waitsForSomething()) {
        return true;
      }
    }
    return false;
  }

  /// Admits requests again.
  void open() {
    closed = false;
  }

  boolean isClosed() {
    return closed;
  }

  /// A request was answered that it is refused.
  void refused() {
    refused.increment();
    long now = nanos.getAsLong();
    if (!closed && now - told >= BETWEEN_LINES.toNanos()) {
      told = now;
      log.warn(
          "Overloaded: more requests arrive than can be answered in time; {} were refused so far."
              + " Add replicas, or send fewer requests",
          refused.sum());
    }
  }

  /// Requests refused so far.
  long refusals() {
    return refused.sum();
  }

  /// Requests that wait for a thread.
  int waiting() {
    return waiting.get();
  }
}
