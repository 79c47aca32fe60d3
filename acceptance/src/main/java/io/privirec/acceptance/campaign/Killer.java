package io.privirec.acceptance.campaign;

import io.privirec.acceptance.campaign.Attendant.Kill;
import io.privirec.stage.process.DatabaseServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Makes the planned kills, one after the other, each at its moment or, when that does not come,
/// without it.
final class Killer {
  /// A session passes all its phases in that time, restarts included.
  private static final Duration MOMENT_WITHIN = Duration.ofSeconds(30);

  /// Services of a busy machine take long to start; killing on would leave no session to kill in.
  private static final Duration SETTLED_WITHIN = Duration.ofSeconds(60);

  private static final Duration SESSION_WITHIN = Duration.ofSeconds(20);
  private static final Duration START_WITHIN = Duration.ofSeconds(5);

  private final List<Attendant> attendants;
  private final SessionWatch sessions;
  private final Consumer<String> terminal;
  private final List<Kill> kills = new ArrayList<>();

  /// @param attendants of the coordinator, then of the clients
  Killer(List<Attendant> attendants, SessionWatch sessions, Consumer<String> terminal) {
    this.attendants = List.copyOf(attendants);
    this.sessions = sessions;
    this.terminal = terminal;
  }

  /// Makes them all.
  ///
  /// @param patience after that no kill begins
  /// @param stop whether there is nothing to kill in any more
  void run(List<PlannedKill> plan, Duration patience, BooleanSupplier stop)
      throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    for (PlannedKill next : plan) {
      if (System.nanoTime() > deadline || stop.getAsBoolean()) {
        return;
      }
      Attendant victim = attendants.get(next.service());
      boolean hit = awaitMoment(next, victim);
      make(next, victim, hit);
      terminal.accept(line(plan.size()));
    }
  }

  /// What was done so far.
  List<Kill> kills() {
    return List.copyOf(kills);
  }

  private boolean awaitMoment(PlannedKill next, Attendant victim) throws InterruptedException {
    if (next.settled()) {
      sessions.awaitCalmly(this::mostAreReady, SETTLED_WITHIN);
    }
    if (next.aim().isEmpty()) {
      sessions.awaitCalmly(() -> !sessions.open().isEmpty(), SESSION_WITHIN);
      Thread.sleep(next.after());
      return false;
    }
    Moment aim = next.aim().get();
    boolean seen =
        aim == Moment.START_UP
            ? sessions.awaitCalmly(() -> victim.state() == Attendant.State.STARTING, START_WITHIN)
            : sessions.await(
                () -> victim.state() == Attendant.State.READY && sessions.moments().contains(aim),
                MOMENT_WITHIN);
    Thread.sleep(next.after());
    return seen;
  }

  /// The coordinator and all clients but one.
  private boolean mostAreReady() {
    return attendants.getFirst().state() == Attendant.State.READY
        && attendants.stream().filter(a -> a.state() != Attendant.State.READY).count() <= 1;
  }

  private void make(PlannedKill next, Attendant victim, boolean hit) {
    DatabaseServer server = DatabaseServer.of(victim.process().spec());
    List<ProcessHandle> processes = new ArrayList<>(server.processes());
    Optional<ProcessHandle> main = server.main();
    List<ProcessHandle> service =
        ProcessHandle.of(victim.process().pid()).map(List::of).orElse(List.of());
    Target target = main.isEmpty() && next.target() != Target.HOST ? Target.SERVICE : next.target();
    List<ProcessHandle> doomed =
        switch (target) {
          case SERVICE -> service;
          case POSTMASTER -> List.of(main.orElseThrow());
          case DATABASE -> processes;
          case BACKEND -> {
            processes.remove(main.orElseThrow());
            yield processes.isEmpty()
                ? List.of()
                : List.of(processes.get(next.pick() % processes.size()));
          }
          case HOST -> {
            List<ProcessHandle> both = new ArrayList<>(service);
            both.addAll(processes);
            yield both;
          }
        };
    List<Moment> moments =
        victim.state() == Attendant.State.STARTING ? List.of(Moment.START_UP) : sessions.moments();
    Kill kill = new Kill(next, target, victim.name(), moments, hit);
    victim.kill(kill, () -> doomed.forEach(ProcessHandle::destroyForcibly));
    kills.add(kill);
  }

  private String line(int planned) {
    Kill last = kills.getLast();
    return "kill %4d of %d: %s of %s, %s%s"
        .formatted(
            last.plan().number(),
            planned,
            last.target(),
            last.service(),
            last.moments().isEmpty() ? "between moments" : "in " + last.moments(),
            last.plan().aim().map(aim -> last.hit() ? ", aimed" : ", missed " + aim).orElse(""));
  }
}
