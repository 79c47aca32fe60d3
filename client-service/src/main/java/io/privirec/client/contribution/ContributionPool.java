package io.privirec.client.contribution;

import io.privirec.client.participation.SessionId;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/// Bounds what contributions and steps of the protocol cost the whole process. Computations over
/// data have as many threads as cores, two chunks per core in memory (16 at most), and two decoded
/// broadcasts at once. Steps of the protocol have as many threads again, and stored chunks as many
/// slots again. So neither a step of the protocol nor a stored chunk waits for a computation over
/// the data of another participant. Contributors that look at a broadcast before they join wait for
/// computations; rounds with noise have none.
///
/// The threads are threads of the system: a virtual thread that computes keeps other virtual
/// threads waiting, also threads that hold connections to the database.
public final class ContributionPool implements AutoCloseable {
  private static final int CHUNKS_PER_CORE = 2;
  private static final int MAX_CHUNKS = 16;
  private static final int PREPARATIONS = 2;
  private static final int TURNS = 32;

  private final ExecutorService overData;
  private final ExecutorService steps;
  private final ChunkSlots computedChunks;
  private final ChunkSlots storedChunks;
  private final Pause pause;
  private final Semaphore preparations = new Semaphore(PREPARATIONS, true);
  private final ConcurrentHashMap<SessionId, Semaphore> turns = new ConcurrentHashMap<>();

  ContributionPool(int cores, Pause pause) {
    this.pause = pause;
    this.overData = threads("contribution-", cores);
    this.steps = threads("protocol-", cores);
    int chunks = Math.min(MAX_CHUNKS, CHUNKS_PER_CORE * cores);
    this.computedChunks = new ChunkSlots(chunks);
    this.storedChunks = new ChunkSlots(chunks);
  }

  private static ExecutorService threads(String name, int count) {
    return Executors.newFixedThreadPool(
        count, Thread.ofPlatform().daemon().name(name, 0).factory());
  }

  /// Does what one participant owes in a session, when it is its turn: what a round of a thousand
  /// tells of its members takes a megabyte, and a process may host them all. Sessions do not wait
  /// for each other.
  public <T> T turn(SessionId session, Callable<T> task) throws Exception {
    Semaphore own = turns(session);
    own.acquire();
    try {
      return task.call();
    } finally {
      own.release();
    }
  }

  /// Waits for other participants of a session, in the middle of a turn, and lets them have theirs.
  <T> T aside(SessionId session, Callable<T> wait) throws Exception {
    Semaphore own = turns(session);
    own.release();
    try {
      return wait.call();
    } finally {
      // Also when interrupted: the turn gives back what it has taken.
      own.acquireUninterruptibly();
    }
  }

  /// Waits in the middle of a turn until the class of a computation's time ends, and lets the
  /// others have theirs.
  ///
  /// @param start of the computation, by [System#nanoTime]
  public void restToEndOfClass(SessionId session, long start) throws InterruptedException {
    Duration spent = Duration.ofNanos(System.nanoTime() - start);
    Semaphore own = turns(session);
    own.release();
    try {
      pause.rest(TimeClass.rest(spent));
    } finally {
      own.acquireUninterruptibly();
    }
  }

  private Semaphore turns(SessionId session) {
    return turns.computeIfAbsent(session, _ -> new Semaphore(TURNS, true));
  }

  /// Forgets a session that is over for everybody here.
  void forget(SessionId session) {
    turns.computeIfPresent(session, (_, own) -> own.availablePermits() == TURNS ? null : own);
  }

  /// Returns the slots of chunks that are computed, and in sessions without noise also sent.
  ChunkSlots computedChunks() {
    return computedChunks;
  }

  /// Returns the slots of stored chunks. A step that holds such a slot does not compute over data.
  ChunkSlots storedChunks() {
    return storedChunks;
  }

  /// Runs a computation over data that holds a decoded broadcast while it runs.
  <T> T prepare(Callable<T> task) throws Exception {
    preparations.acquire();
    try {
      return computeOverData(task);
    } finally {
      preparations.release();
    }
  }

  /// Runs a computation over the data of a participant, and waits for its end.
  public <T> T computeOverData(Callable<T> task) throws Exception {
    return run(task, overData);
  }

  /// Runs a step of the protocol, which reads no data of a participant, and waits for its end.
  public <T> T compute(Callable<T> task) throws Exception {
    return run(task, steps);
  }

  /// Waits for the end also when interrupted: the task works in memory that another task gets next.
  private static <T> T run(Callable<T> task, ExecutorService threads) throws Exception {
    CompletableFuture<T> result =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return task.call();
              } catch (Exception e) {
                throw new CompletionException(e);
              }
            },
            threads);
    try {
      return result.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }

  @Override
  public void close() {
    overData.shutdown();
    steps.shutdown();
  }
}
