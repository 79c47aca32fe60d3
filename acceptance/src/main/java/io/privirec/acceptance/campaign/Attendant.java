package io.privirec.acceptance.campaign;

import io.privirec.stage.process.DatabaseServer;
import io.privirec.stage.process.ServiceProcess;
import io.privirec.stage.process.ServiceSpec;
import io.privirec.stage.process.SharedMemory;
import io.privirec.stage.process.Supervisor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Keeps one service running, as systemd or Kubernetes would: starts it again whenever it has
/// ended. Knows who was killed and finds out who was not. The database is the service's business.
final class Attendant implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(25);

  /// Within that a service notices that its database was killed.
  private static final Duration NOTICED_WITHIN = Duration.ofSeconds(30);

  /// Within that a service is ready, whatever it was killed in.
  private static final Duration READY_WITHIN = Duration.ofMinutes(2);

  private static final Duration PAUSE_AFTER_A_CRASH = Duration.ofSeconds(1);

  private final ServiceSpec spec;
  private final Supervisor supervisor;
  private final SharedMemory memory;
  private final Findings findings;
  private final BooleanSupplier ending;
  private final Thread thread;
  private final List<Kill> open = new ArrayList<>();
  private ServiceProcess process;
  private State state = State.READY;
  private long since = System.nanoTime();
  private int starts;
  private boolean mayEnd;
  private volatile boolean closed;

  /// What a service is doing.
  enum State {
    READY,
    /// Its process runs, and is about to find out that something was killed.
    HIT,
    /// Started again, and not ready yet.
    STARTING
  }

  /// @param ending whether this program is about to end: then services end, too, and all is well
  Attendant(
      ServiceProcess process,
      Supervisor supervisor,
      SharedMemory memory,
      Findings findings,
      BooleanSupplier ending) {
    this.spec = process.spec();
    this.process = process;
    this.supervisor = supervisor;
    this.memory = memory;
    this.findings = findings;
    this.ending = ending;
    this.thread = Thread.ofVirtual().name("attendant-" + spec.name()).unstarted(this::attend);
  }

  void start() {
    thread.start();
  }

  String name() {
    return spec.name();
  }

  synchronized State state() {
    return state;
  }

  /// How often it was started again.
  synchronized int restarts() {
    return starts;
  }

  /// The service's process as it is now.
  synchronized ServiceProcess process() {
    return process;
  }

  /// Does a kill and remembers that it was done, in one step.
  synchronized void kill(Kill kill, Runnable doIt) {
    memory.note(DatabaseServer.of(spec));
    doIt.run();
    open.add(kill);
    // A server recovers from the loss of a backend by itself; a service that starts may give up.
    mayEnd |= kill.target() != Target.BACKEND || state == State.STARTING;
    if (state != State.STARTING) {
      become(State.HIT);
    }
  }

  private void attend() {
    try {
      while (!closed) {
        look();
        Thread.sleep(LOOK);
      }
    } catch (InterruptedException end) {
      return;
    } catch (IOException e) {
      findings.add(Invariant.SERVICES_COME_BACK, name() + " cannot be started: " + e);
    }
  }

  private void look() throws IOException, InterruptedException {
    ServiceProcess now = process();
    if (ending.getAsBoolean()) {
      return;
    }
    if (!now.isAlive()) {
      startAgain(now);
      return;
    }
    switch (state()) {
      case READY -> {}
      case HIT -> {
        if (isHitByABackendOnly()) {
          awaitReady(now);
        } else if (overdue(NOTICED_WITHIN)) {
          giveUpOn(now, "still runs %d s after its database was killed", NOTICED_WITHIN);
        }
      }
      case STARTING -> awaitReady(now);
    }
  }

  private void awaitReady(ServiceProcess now) throws InterruptedException {
    int known = kills();
    if (supervisor.isReady(now)) {
      recovered(known);
    } else if (overdue(READY_WITHIN)) {
      giveUpOn(now, "was not ready within %d s", READY_WITHIN);
    }
  }

  private void startAgain(ServiceProcess ended) throws IOException, InterruptedException {
    boolean byItself;
    synchronized (this) {
      byItself = !mayEnd;
    }
    if (byItself) {
      findings.add(
          Invariant.SERVICES_COME_BACK,
          "%s %s without a reason".formatted(name(), ended.howItEnded()));
      Thread.sleep(PAUSE_AFTER_A_CRASH);
    }
    synchronized (this) {
      if (closed || ending.getAsBoolean()) {
        return;
      }
      process = supervisor.start(spec);
      starts++;
      mayEnd = false;
      become(State.STARTING);
    }
  }

  private synchronized boolean isHitByABackendOnly() {
    return open.stream().allMatch(kill -> kill.target() == Target.BACKEND);
  }

  private synchronized boolean overdue(Duration patience) {
    return System.nanoTime() - since > patience.toNanos();
  }

  private void giveUpOn(ServiceProcess now, String what, Duration patience) {
    findings.add(Invariant.SERVICES_COME_BACK, name() + " " + what.formatted(patience.toSeconds()));
    synchronized (this) {
      mayEnd = true;
      ProcessHandle.of(now.pid()).ifPresent(ProcessHandle::destroyForcibly);
      become(State.HIT);
    }
  }

  private synchronized int kills() {
    return open.size();
  }

  /// @param known kills that had been made when it was found ready: one that came after is still to
  ///   be recovered from
  private synchronized void recovered(int known) {
    if (open.size() > known) {
      return;
    }
    long now = System.nanoTime();
    open.forEach(kill -> kill.recovered().set(Duration.ofNanos(now - kill.at())));
    // One whose database was killed while it started may find out only now.
    mayEnd = open.stream().map(Kill::target).anyMatch(Target::isDatabase);
    open.clear();
    become(State.READY);
    memory.note(DatabaseServer.of(spec));
  }

  private void become(State next) {
    state = next;
    since = System.nanoTime();
  }

  /// Starts nothing again from here on.
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// One kill that was made.
  ///
  /// @param target what was killed in fact: a database that did not run is no target
  /// @param moments what sessions were seen doing last
  /// @param hit whether what was aimed at was going on
  /// @param at by [System#nanoTime]
  /// @param recovered holds the time from the kill until the service was ready again
  record Kill(
      PlannedKill plan,
      Target target,
      String service,
      List<Moment> moments,
      boolean hit,
      long at,
      AtomicReference<@Nullable Duration> recovered) {
    /// One that is made now.
    Kill(PlannedKill plan, Target target, String service, List<Moment> moments, boolean hit) {
      this(plan, target, service, moments, hit, System.nanoTime(), new AtomicReference<>());
    }

    /// From the kill until the service was ready again; null when it never was.
    @Nullable Duration recovery() {
      return recovered.get();
    }
  }
}
