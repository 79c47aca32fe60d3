package io.privirec.client.runtime;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/// Bounds what contributions and steps of the protocol cost the whole process: as many computing
/// threads as cores, two chunks per core in memory, two broadcasts decoded at once. The threads are
/// the system's, not virtual ones: those that compute would keep all others from going on, among
/// them some that hold connections to the database.
final class ContributionPool implements AutoCloseable {
  private static final int CHUNKS_PER_CORE = 2;
  private static final int MAX_CHUNKS = 16;
  private static final int PREPARATIONS = 2;
  private static final int TURNS = 32;

  private final ExecutorService cores;
  private final BlockingQueue<ChunkSlot> slots;
  private final Pause pause;
  private final Semaphore preparations = new Semaphore(PREPARATIONS, true);
  private final ConcurrentHashMap<SessionId, Semaphore> turns = new ConcurrentHashMap<>();

  ContributionPool(int cores, Pause pause) {
    this.pause = pause;
    this.cores =
        Executors.newFixedThreadPool(
            cores, Thread.ofPlatform().daemon().name("contribution-", 0).factory());
    int chunks = Math.min(MAX_CHUNKS, CHUNKS_PER_CORE * cores);
    this.slots = new ArrayBlockingQueue<>(chunks, true);
    for (int i = 0; i < chunks; i++) {
      slots.add(new ChunkSlot());
    }
  }

  /// Does what one participant owes in a session, when it is its turn: what a round of a thousand
  /// tells of its members takes a megabyte, and a process may host them all. Sessions do not wait
  /// for each other.
  <T> T turn(SessionId session, Callable<T> task) throws Exception {
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

  /// Waits for some time in the middle of a turn, and lets the others have theirs.
  void rest(SessionId session, Duration time) throws InterruptedException {
    Semaphore own = turns(session);
    own.release();
    try {
      pause.rest(time);
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

  /// Waits for the memory of one chunk; give it back with [#release].
  ChunkSlot acquire() throws InterruptedException {
    return slots.take();
  }

  void release(ChunkSlot slot) {
    slots.add(slot);
  }

  /// Runs something that holds a decoded broadcast while it runs.
  <T> T prepare(Callable<T> task) throws Exception {
    preparations.acquire();
    try {
      return compute(task);
    } finally {
      preparations.release();
    }
  }

  /// Runs a computation on one of the cores and waits for its end, also when interrupted: it works
  /// in memory that somebody else gets next.
  <T> T compute(Callable<T> task) throws Exception {
    CompletableFuture<T> result =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return task.call();
              } catch (Exception e) {
                throw new CompletionException(e);
              }
            },
            cores);
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
    cores.shutdown();
  }
}
