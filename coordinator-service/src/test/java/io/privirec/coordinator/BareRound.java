package io.privirec.coordinator;

import io.privirec.coordinator.session.SessionStore;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.round.Round;
import io.privirec.round.RoundOrder;
import io.privirec.round.RoundSum;
import io.privirec.round.RoundSummer;
import io.privirec.round.Rounds;
import io.privirec.round.SpoolStore;
import io.privirec.round.Staging;
import io.privirec.round.WindowedSpool;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.roster.Roster;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// A round of a session that nobody drives: the test sees its sum. Four chunks of a 24-bit ring,
/// the last one short.
final class BareRound {
  private static final int LENGTH = 230;
  private static final int CHUNK = 64;
  private static final int BOUND = 1000;

  private final RoundId id = RoundId.random(new SecureRandom());
  private final VectorSpec vector =
      new VectorSpec("test", LENGTH, CHUNK, new Ring(24), 0, new Capacity.PerParticipant(BOUND));

  private final String session;
  private final Staging staging;
  private final boolean closed;

  private BareRound(String session, Staging staging, boolean closed) {
    this.session = session;
    this.staging = staging;
    this.closed = closed;
  }

  /// A session that nobody drives.
  static String newSession(RunningCoordinator coordinator) {
    String session = "bare-" + RoundId.random(new SecureRandom()).hex().substring(0, 12);
    coordinator
        .jdbc()
        .sql(
            """
            insert into aggregation_session (id, algorithm, parameters, threat_model, key_agreement,
              phase_deadline_ms, max_attempts, round_kind, catalogue_version, status, created_at,
              data_as_of, active, version)
            values (?, 'privirec-k', '{}', 'SEMI_MALICIOUS', 'X25519', 1000, 1, 'TOLERANT', 1, 'RUNNING', now(),
              now(), false, 0)
            """)
        .param(session)
        .update();
    return session;
  }

  static BareRound open(RunningCoordinator coordinator, List<TestParticipant> participants) {
    return open(coordinator, participants, new Staging.FullSpool());
  }

  static BareRound open(
      RunningCoordinator coordinator, List<TestParticipant> participants, Staging staging) {
    return open(coordinator, participants, staging, false);
  }

  /// A round over one cell of a roster that its participants go by.
  static BareRound openClosed(
      RunningCoordinator coordinator, List<TestParticipant> participants, Staging staging) {
    return open(coordinator, participants, staging, true);
  }

  private static BareRound open(
      RunningCoordinator coordinator,
      List<TestParticipant> participants,
      Staging staging,
      boolean closed) {
    BareRound round = new BareRound(newSession(coordinator), staging, closed);
    round.openOn(coordinator, participants);
    return round;
  }

  /// Somebody else's try to open the round that this one is.
  BareRound rival(RunningCoordinator coordinator, List<TestParticipant> participants) {
    BareRound rival = new BareRound(session, staging, closed);
    rival.openOn(coordinator, participants);
    return rival;
  }

  private void openOn(RunningCoordinator coordinator, List<TestParticipant> participants) {
    List<CohortMember> cohort =
        participants.stream().map(p -> new CohortMember(p.id(), p.identity().publicKey())).toList();
    Roster roster = Roster.ofOneCell(1, cohort);
    RoundRecord terms =
        new RoundRecord(
            id,
            session,
            0,
            1,
            cohort,
            closed
                ? new RoundKind.Closed(roster.reference(), List.of(1))
                : new RoundKind.Tolerant(
                    Thresholds.of(ThreatModel.SEMI_MALICIOUS, participants.size())),
            KeyAgreement.X25519,
            vector,
            Digest.of(),
            Digest.of(),
            Digest.of());
    participants.forEach(participant -> {
      participant.goesBy(roster);
      participant.contributes((_, _, offset, out) -> {
        for (int i = 0; i < out.length(); i++) {
          out.setSigned(i, value(participant, offset + i));
        }
      });
    });
    try {
      coordinator
          .bean(Rounds.class)
          .open(
              new RoundOrder(terms, "bare", Optional.empty(), staging, Duration.ofHours(1)),
              () -> coordinator.bean(SessionStore.class).lockRunning(session));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  String hex() {
    return id.hex();
  }

  int chunks() {
    return vector.chunks();
  }

  /// Serves everyone until nobody owes anything any more, ending phases that stand still.
  void run(RunningCoordinator coordinator, List<TestParticipant> participants) {
    for (int step = 0; step < 40 && isOpen(coordinator); step++) {
      boolean served = false;
      for (TestParticipant participant : participants) {
        served |= participant.serve(0);
      }
      served |= advance(coordinator);
      if (!served) {
        coordinator.expirePhase(hex());
        coordinator.bean(Rounds.class).closeOverdue();
      }
    }
  }

  /// What the session's driver does while chunks come in; whether the window moved.
  boolean advance(RunningCoordinator coordinator) {
    int before = summed(coordinator);
    try {
      coordinator.bean(WindowedSpool.class).advance(read(coordinator));
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
    return summed(coordinator) > before;
  }

  Round read(RunningCoordinator coordinator) {
    return coordinator.bean(Rounds.class).ofSession(session).getFirst();
  }

  int summed(RunningCoordinator coordinator) {
    return coordinator.bean(SpoolStore.class).summed(id);
  }

  /// The sum, as the coordinator computes it.
  long[] sum(RunningCoordinator coordinator) throws IOException, InterruptedException {
    RoundSummer summer = coordinator.bean(RoundSummer.class);
    summer.sum(id);
    RoundSum sum = summer.open(read(coordinator));
    RingVector whole = RingVector.zero(vector.ring(), LENGTH);
    sum.read(0, whole);
    long[] values = new long[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      values[i] = whole.getSigned(i);
    }
    return values;
  }

  static long[] plainSum(List<TestParticipant> survivors) {
    long[] values = new long[LENGTH];
    for (TestParticipant survivor : survivors) {
      for (int i = 0; i < LENGTH; i++) {
        values[i] += value(survivor, i);
      }
    }
    return values;
  }

  String session() {
    return session;
  }

  private boolean isOpen(RunningCoordinator coordinator) {
    return coordinator
        .jdbc()
        .sql("select status = 'OPEN' from round where id = ?")
        .param(hex())
        .query(Boolean.class)
        .single();
  }

  private static long value(TestParticipant participant, long element) {
    long seed = 1_000_003L * participant.name().hashCode() + element;
    return new Random(seed).nextLong(2L * BOUND + 1) - BOUND;
  }
}
