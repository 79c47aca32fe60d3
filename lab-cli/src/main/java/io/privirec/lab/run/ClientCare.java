package io.privirec.lab.run;

import io.privirec.lab.process.ServiceFailedException;
import io.privirec.lab.process.ServiceProcess;
import io.privirec.lab.process.Supervisor;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

/// What happens when a service ends during a run: without coordinator or recommender there is no
/// run; a client-service is a data holder that has left, which sessions are made to bear.
final class ClientCare implements ServiceCare {
  private final Supervisor supervisor;
  private final boolean restart;
  private final Screen screen;
  private final BooleanSupplier ending;
  private final Set<ServiceProcess> known = new HashSet<>();

  /// @param ending whether this program is about to end: then services end, too, and all is well
  ClientCare(Supervisor supervisor, boolean restart, Screen screen, BooleanSupplier ending) {
    this.supervisor = supervisor;
    this.restart = restart;
    this.screen = screen;
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
        screen.line(
            "          %s %s; started again as process %d"
                .formatted(service.name(), service.howItEnded(), again.pid()));
      } else {
        screen.line(
            "          %s %s; log: %s"
                .formatted(service.name(), service.howItEnded(), service.log()));
      }
    }
  }
}
