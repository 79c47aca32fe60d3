package io.privirec.lab.run;

import io.privirec.stage.deployment.Deployment;
import io.privirec.stage.process.ServiceFailedException;
import io.privirec.stage.process.ServiceProcess;
import io.privirec.stage.process.Supervisor;
import io.privirec.stage.terminal.Terminal;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

/// What happens when a service ends during a run: without coordinator or recommender there is no
/// run; a client-service is a data holder that has left, which sessions are made to bear.
final class ClientCare implements ServiceCare {
  private final Supervisor supervisor;
  private final boolean restart;
  private final Terminal terminal;
  private final BooleanSupplier ending;
  private final Set<ServiceProcess> known = new HashSet<>();

  /// @param ending whether this program is about to end: then services end, too, and all is well
  ClientCare(Supervisor supervisor, boolean restart, Terminal terminal, BooleanSupplier ending) {
    this.supervisor = supervisor;
    this.restart = restart;
    this.terminal = terminal;
    this.ending = ending;
  }

  @Override
  public void look() throws ServiceFailedException, IOException {
    for (ServiceProcess service : supervisor.services()) {
      if (service.isAlive() || ending.getAsBoolean() || !known.add(service)) {
        continue;
      }
      if (!service.name().startsWith(Deployment.CLIENT)) {
        supervisor.requireAlive(service);
      }
      if (restart) {
        ServiceProcess again = supervisor.start(service.spec());
        terminal.line(
            "          %s %s; started again as process %d"
                .formatted(service.name(), service.howItEnded(), again.pid()));
      } else {
        terminal.line(
            "          %s %s; log: %s"
                .formatted(service.name(), service.howItEnded(), service.log()));
      }
    }
  }
}
