package io.privirec.lab.rehearsal;

import io.privirec.lab.run.ByteSize;
import io.privirec.lab.run.PlanTable;
import io.privirec.lab.run.SessionRun;
import io.privirec.stage.deployment.Cells;
import io.privirec.stage.deployment.Cohort;
import io.privirec.stage.deployment.Deployment;
import io.privirec.stage.deployment.DiskPeak;
import io.privirec.stage.deployment.RunFailedException;
import io.privirec.stage.meters.PeakSampler;
import io.privirec.stage.meters.PhaseTraffic;
import io.privirec.stage.process.MemorySampler;
import io.privirec.stage.process.Ports;
import io.privirec.stage.process.RunDirectory;
import io.privirec.stage.process.ServiceFailedException;
import io.privirec.stage.process.Supervisor;
import io.privirec.stage.terminal.Terminal;
import io.privirec.wire.SessionPlan;
import io.privirec.wire.SessionPolicy;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.RehearsalParameters;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/// One rehearsal: services, enrolment, plan, session, report. A service that ends meanwhile ends
/// it: none is started again, for what ran out of memory has answered the question.
record RehearsalRun(
    RehearseSettings settings, RunDirectory directory, Supervisor supervisor, Terminal terminal) {
  private static final int CLIENTS = 1;

  /// The longest that a policy allows: one phase holds the upload of the whole vector.
  private static final Duration PHASE_DEADLINE = Duration.ofHours(1);

  private static final Duration SESSION_WITHIN = Duration.ofHours(12);

  RehearsalReport rehearse()
      throws IOException, InterruptedException, RunFailedException, ServiceFailedException {
    terminal.line("starting  the services; their logs are below " + directory.path());
    try (MemorySampler memory = MemorySampler.start(supervisor)) {
      Deployment services = Deployment.start(layout(), directory, supervisor);
      services.awaitClients();
      terminal.services(services.processes());
      Cohort cohort = new Cohort(services, settings.participants, new Cells(settings.cells));
      cohort.enrol();
      terminal.line(
          "enrolled  %d participants, roster: %s"
              .formatted(settings.participants, cohort.describeCells()));
      SessionRequest request = request(cohort);
      SessionPlan plan = services.coordinator().plan(request);
      PlanTable.of(plan).forEach(terminal::line);
      try (PeakSampler peaks = PeakSampler.start(services.processes());
          DiskPeak disk = DiskPeak.start(services.processes());
          PhaseTraffic phases = new PhaseTraffic(services.processes().getFirst().uri())) {
        SessionView session =
            new SessionRun(services, () -> look(phases), terminal, SESSION_WITHIN)
                .run(request, settings.rounds);
        phases.look();
        return RehearsalReport.of(
            settings,
            plan,
            session,
            cohort.traffic(session.id()),
            phases.lines(),
            disk.bytes(),
            memory,
            peaks);
      }
    }
  }

  private void look(PhaseTraffic phases) throws ServiceFailedException, InterruptedException {
    supervisor.requireAllAlive();
    phases.look();
  }

  private Deployment.Layout layout() {
    ByteSize budget = settings.stagingBudget;
    int port = Ports.firstFree(1 + CLIENTS);
    return new Deployment.Layout(
        port,
        port + 1,
        CLIENTS,
        settings.heap.bytes(),
        budget == null
            ? Map.of()
            : Map.of("privirec.coordinator.staging-budget", budget.bytes() + "B"),
        Map.of(),
        false);
  }

  private SessionRequest request(Cohort cohort) {
    return new SessionRequest(
        RehearsalParameters.ALGORITHM,
        RehearsalParameters.DEFAULT
            .withElements(settings.elements)
            .withRounds(settings.rounds)
            .withRingBits(settings.ringBits)
            .withRoundKind(settings.roundKind),
        null,
        null,
        settings.roundKind.equals("closed") ? cohort.cells() : null,
        new SessionPolicy(PHASE_DEADLINE, 1, null, null, null, null, null, null));
  }
}
