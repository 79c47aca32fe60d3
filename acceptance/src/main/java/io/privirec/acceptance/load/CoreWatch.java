package io.privirec.acceptance.load;

import io.privirec.operator.option.InvalidOptionException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// Who had the cores of this machine: what threads of a service, by what they do, and those of this
/// process took of them, and for how long threads that answer were ready and had none. By the
/// [ThreadAccount] of each, looked at every 10 ms. Linux only.
final class CoreWatch implements AutoCloseable {
  private static final long EVERY_NANOS = 10_000_000;

  /// A thread that begins is seen after so many looks.
  private static final int LISTED_EVERY = 50;

  private static final Path PROC = Path.of("/proc");

  /// All that was taken until a moment.
  private record Look(
      long at, long answering, long collecting, long compiling, long sending, long waiting) {}

  /// Who had the cores for some time, in milliseconds of one core.
  ///
  /// @param answering threads of the service that answer, and all that are not of the next two
  /// @param collecting those of its collector, and the one that stops the others
  /// @param compiling its compilers
  /// @param sending this process
  /// @param waiting for how long threads that answer were ready to run and had no core, their sum
  record Cores(
      double answering, double collecting, double compiling, double sending, double waiting) {}

  private final Map<Path, ThreadAccount> service = new HashMap<>();
  private final Map<Path, ThreadAccount> sender = new HashMap<>();
  private final Path tasksOfService;
  private final Path tasksOfSender;
  private final List<Look> looks = new ArrayList<>();
  private final Thread watcher;
  private volatile boolean closed;

  private CoreWatch(long process) {
    this.tasksOfService = tasks(process);
    this.tasksOfSender = tasks(ProcessHandle.current().pid());
    this.watcher = Thread.ofPlatform().daemon().name("core-watch").unstarted(this::watch);
  }

  /// Starts to watch.
  ///
  /// @param process of the service
  /// @throws InvalidOptionException when there is no such process, or no such account
  static CoreWatch start(long process) {
    CoreWatch watch = new CoreWatch(process);
    if (!Files.isReadable(watch.tasksOfService.resolve(Long.toString(process) + "/schedstat"))) {
      throw new InvalidOptionException(
          "--pid must be a process of this machine, which must be Linux. Provided value: "
              + process);
    }
    watch.watcher.start();
    return watch;
  }

  private static Path tasks(long process) {
    return PROC.resolve(Long.toString(process)).resolve("task");
  }

  private void watch() {
    long due = System.nanoTime();
    for (int n = 0; !closed; n++) {
      if (n % LISTED_EVERY == 0) {
        list(tasksOfService, service);
        list(tasksOfSender, sender);
      }
      look();
      due += EVERY_NANOS;
      LockSupport.parkNanos(due - System.nanoTime());
    }
    service.values().forEach(ThreadAccount::close);
    sender.values().forEach(ThreadAccount::close);
  }

  private static void list(Path tasks, Map<Path, ThreadAccount> threads) {
    Set<Path> there = new HashSet<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
      for (Path task : all) {
        there.add(task);
        if (!threads.containsKey(task)) {
          threads.put(task, new ThreadAccount(task));
        }
      }
    } catch (IOException ended) {
      return;
    }
    // What a thread took before it ended stays counted.
    threads.forEach((task, account) -> {
      if (!there.contains(task)) {
        account.close();
      }
    });
  }

  private void look() {
    long answering = 0;
    long collecting = 0;
    long compiling = 0;
    long waiting = 0;
    for (ThreadAccount thread : service.values()) {
      thread.read();
      switch (thread.purpose()) {
        case ANSWERS -> {
          answering += thread.taken();
          waiting += thread.waited();
        }
        case COLLECTS -> collecting += thread.taken();
        case COMPILES -> compiling += thread.taken();
      }
    }
    long sending = 0;
    for (ThreadAccount thread : sender.values()) {
      thread.read();
      sending += thread.taken();
    }
    synchronized (looks) {
      looks.add(new Look(System.nanoTime(), answering, collecting, compiling, sending, waiting));
    }
  }

  /// Returns who had the cores, from the last look before some time to the first one after it.
  ///
  /// @param from as [System#nanoTime] has it
  Cores during(long from, long to) {
    Look before;
    Look after;
    synchronized (looks) {
      before = looks.getFirst();
      after = looks.getLast();
      for (Look look : looks) {
        if (look.at() - from <= 0) {
          before = look;
        }
        if (look.at() - to >= 0) {
          after = look;
          break;
        }
      }
    }
    return new Cores(
        (after.answering() - before.answering()) / 1e6,
        (after.collecting() - before.collecting()) / 1e6,
        (after.compiling() - before.compiling()) / 1e6,
        (after.sending() - before.sending()) / 1e6,
        (after.waiting() - before.waiting()) / 1e6);
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(watcher);
  }
}
