package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.coordinator.session.TestSessions;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.round.Round;
import io.privirec.round.RoundOrder;
import io.privirec.round.RoundSummer;
import io.privirec.round.Rounds;
import io.privirec.round.SpoolStore;
import io.privirec.round.Staging;
import io.privirec.round.WindowedSpool;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.roster.Roster;
import io.privirec.wire.ChunkStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;

/// A round of a session that nobody drives: the test sees its sum. Four chunks of a 24-bit ring,
/// the last one short.
public final class BareRound {
  private static final int LENGTH = 230;
  private static final int CHUNK = 64;
  private static final int BOUND = 1000;

  private final RoundId id = RoundId.random(new SecureRandom());
  private final VectorSpec vector =
      new VectorSpec("test", LENGTH, CHUNK, new Ring(24), 0, new Capacity.PerParticipant(BOUND));

  private final String session;
  private final List<TestParticipant> participants;
  private final Staging staging;
  private final boolean closed;
  private RunningCoordinator coordinator;

  private BareRound(
      RunningCoordinator coordinator,
      String session,
      List<TestParticipant> participants,
      Staging staging,
      boolean closed) {
    this.coordinator = coordinator;
    this.session = session;
    this.participants = participants;
    this.staging = staging;
    this.closed = closed;
  }

  /// A session that nobody drives.
  public static String newSession(RunningCoordinator coordinator) {
    TestCatalogue.ensure(coordinator.api());
    String session = "bare-" + RoundId.random(new SecureRandom()).hex().substring(0, 12);
    coordinator.update(
        """
        insert into aggregation_session (id, algorithm, parameters, threat_model, key_agreement,
          phase_deadline_ms, max_attempts, round_kind, catalogue_version, status, created_at,
          data_as_of, active, version)
        values (?, 'privirec-k', '{}', 'SEMI_MALICIOUS', 'X25519', 1000, 1, 'TOLERANT', 1, 'RUNNING', now(),
          now(), false, 0)
        """,
        session);
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
    BareRound round =
        new BareRound(coordinator, newSession(coordinator), participants, staging, closed);
    round.open();
    return round;
  }

  /// Another caller's attempt to open the same round.
  BareRound rival() {
    BareRound rival = new BareRound(coordinator, session, participants, staging, closed);
    rival.open();
    return rival;
  }

  /// The service was started again, elsewhere.
  void goOnAt(RunningCoordinator other) {
    coordinator = other;
    participants.forEach(participant -> participant.reconnect(other.api()));
  }

  private void open() {
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
              TestSessions.lock(coordinator, session));
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

  /// Serves everyone once.
  ///
  /// @return whether somebody owed anything
  boolean serve() {
    boolean served = false;
    for (TestParticipant participant : participants) {
      served |= participant.serveOnly(hex());
    }
    return served;
  }

  /// Serves everyone until nobody owes anything any more, ending phases that stand still.
  void run() {
    for (int step = 0; step < 40 && status().equals("OPEN"); step++) {
      boolean served = serve();
      served |= advance();
      if (!served) {
        endPhase();
      }
    }
  }

  /// The rest of the round, which must end in the exact sum over everybody.
  void finish() throws IOException, InterruptedException {
    run();
    assertThat(sum()).isEqualTo(plainSum(participants));
  }

  /// The time of the open phase is up.
  void endPhase() {
    coordinator.expirePhase(hex());
    coordinator.bean(Rounds.class).closeOverdue();
  }

  /// What the session's driver does while chunks come in; whether the window moved.
  boolean advance() {
    int before = summed();
    try {
      coordinator.bean(WindowedSpool.class).advance(read());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
    return summed() > before;
  }

  Round read() {
    return coordinator.bean(Rounds.class).ofSession(session).getFirst();
  }

  String status() {
    return coordinator.value(String.class, "select status from round where id = ?", hex());
  }

  int summed() {
    return coordinator.bean(SpoolStore.class).summed(id);
  }

  /// Where the service keeps something of the round.
  Path directory(String area) {
    return coordinator.dataDirectory().resolve(area).resolve(hex());
  }

  /// Rows of a table that are of the round.
  long rows(String table) {
    return coordinator.count(table + " where round_id = ?", hex());
  }

  /// Uploads one chunk, which must be taken.
  void stage(TestParticipant participant, int chunk) {
    assertThat(participant.put(hex(), chunk).status()).isEqualTo(204);
  }

  /// The chunks of one participant that have arrived.
  ChunkStatus chunksOf(TestParticipant participant) {
    return participant.get("/v1/rounds/" + hex() + "/chunks").as(ChunkStatus.class);
  }

  /// The sum, as the coordinator computes it.
  long[] sum() throws IOException, InterruptedException {
    RoundSummer summer = coordinator.bean(RoundSummer.class);
    summer.sum(id);
    Aggregate sum = summer.open(read());
    RingVector whole = RingVector.zero(vector.ring(), LENGTH);
    sum.read(0, whole);
    return LongStream.range(0, LENGTH).map(i -> whole.getSigned((int) i)).toArray();
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

  private static long value(TestParticipant participant, long element) {
    long seed = 1_000_003L * participant.name().hashCode() + element;
    return new Random(seed).nextLong(2L * BOUND + 1) - BOUND;
  }
}
