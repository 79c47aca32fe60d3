package io.privirec.lab.run;

import static io.privirec.operator.option.InvalidOptionException.requireRange;

import io.privirec.federation.OnMissing;
import io.privirec.lab.fedpower.RevealedNoise;
import io.privirec.lab.option.DataFile;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.deployment.Cells;
import io.privirec.stage.deployment.Deployment;
import io.privirec.stage.deployment.PeerPorts;
import io.privirec.stage.deployment.RunningServices;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What `lab run` was asked to do, as far as that can be checked without the data.
///
/// @param running services to run over; null: they are started
/// @param data what to read; null for the synthetic data set
/// @param participants cohort size, in [3, 64]
/// @param cells of the roster, each of 3 participants or more
/// @param clientProcesses client-services that the participants are spread over, in [1,
///   participants]
/// @param session what it runs
/// @param onMissing what it does when a participant is missing at a deadline; null for the
///   coordinator's default
/// @param seed of start basis, split over participants and synthetic data
/// @param revealNoise whether to say whose noise a session of `fedpower-utility` left
/// @param portBase the coordinator's port; recommender and clients follow, then ports of clients
///   for messages of other participants, if there are any
/// @param once whether to stop after the summary
/// @param json where to write the summary; null for nowhere
/// @param phaseDeadline how long a phase may last; null for the coordinator's default
/// @param restartClients whether a client-service that ends is started again
record RunSettings(
    RunningServices.@Nullable Addresses running,
    @Nullable DataFile data,
    int participants,
    int cells,
    int clientProcesses,
    SessionChoice session,
    @Nullable OnMissing onMissing,
    long seed,
    int seeds,
    boolean revealNoise,
    int portBase,
    boolean once,
    @Nullable Path json,
    @Nullable Duration phaseDeadline,
    boolean restartClients) {
  /// The same for every service: twice what a session on 41,000 items with k = 256 takes.
  static final long MAX_HEAP_BYTES = 1500L << 20;

  static final int MIN_PARTICIPANTS = 3;
  static final int MAX_PARTICIPANTS = 64;
  static final int MAX_SEEDS = 100;

  RunSettings {
    requireRange("--participants", participants, MIN_PARTICIPANTS, MAX_PARTICIPANTS);
    Cells.dealtTo(cells, participants);
    requireRange("--seeds", seeds, 1, MAX_SEEDS);
    requireRange("--client-processes", clientProcesses, 1, participants);
    requireRange("--port-base", portBase, 1024, 65_536 - ports(session, clientProcesses));
    if (revealNoise && (running != null || !session.algorithm().equals(RevealedNoise.ALGORITHM))) {
      throw new InvalidOptionException(
          "--reveal-noise is for --algorithm %s, over services that this run starts"
              .formatted(RevealedNoise.ALGORITHM));
    }
    if (phaseDeadline != null
        && (phaseDeadline.compareTo(Duration.ofSeconds(1)) < 0
            || phaseDeadline.compareTo(Duration.ofHours(1)) > 0)) {
      throw new InvalidOptionException(
          "--phase-deadline must be in [PT1S, PT1H]. Provided value: " + phaseDeadline);
    }
  }

  /// Ports in use: coordinator, recommender, clients, and once more the clients where participants
  /// send messages to each other.
  int ports() {
    return ports(session, clientProcesses);
  }

  private static int ports(SessionChoice session, int clients) {
    return 2 + (session.meetsPeers() ? 2 : 1) * clients;
  }

  int recommenderPort() {
    return portBase + 1;
  }

  Deployment.Layout layout() {
    return new Deployment.Layout(
        portBase,
        portBase + 2,
        session.meetsPeers()
            ? Optional.of(new PeerPorts(portBase + 2 + clientProcesses))
            : Optional.empty(),
        clientProcesses,
        MAX_HEAP_BYTES,
        session.budget(leavesOut(), seeds),
        session.holdersLimits(leavesOut(), seeds),
        true);
  }

  /// Returns a line for people about limits that the services' settings raise.
  Optional<String> raisedLimits() {
    return session.raisedLimits(leavesOut(), seeds);
  }

  private boolean leavesOut() {
    return onMissing == OnMissing.LEAVE_OUT_CELLS;
  }
}
