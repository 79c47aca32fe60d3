package io.privirec.coordinator.session;

import io.privirec.coordinator.RunningCoordinator;
import io.privirec.round.OpeningLock;
import io.privirec.round.Rounds;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.PeerFailure;
import java.time.Clock;
import java.util.Collection;

/// Sessions, for tests in other packages.
public final class TestSessions {
  private TestSessions() {}

  /// Returns the lock of a round of a session.
  public static OpeningLock lock(RunningCoordinator coordinator, String session) {
    return () -> coordinator.bean(SessionStore.class).lockRunning(session);
  }

  /// Returns the number of sessions that a coordinator drives.
  public static int driven(RunningCoordinator coordinator) {
    return coordinator.bean(SessionCrew.class).driving();
  }

  /// Counts the missing participants of a session.
  public static void missing(
      RunningCoordinator coordinator, String session, Collection<String> participants) {
    coordinator.bean(SessionMeters.class).missing(session, participants);
  }

  /// Reports a failure as if the algorithm of the session let its participants meet.
  public static void report(
      RunningCoordinator coordinator, ParticipantId reporter, String session, PeerFailure failure) {
    new PeerReports(
            coordinator.bean(EarlyEnd.class),
            coordinator.bean(Rounds.class),
            _ -> true,
            coordinator.bean(Clock.class))
        .report(reporter, session, failure);
  }
}
