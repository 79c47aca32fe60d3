package io.privirec.bench;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import io.privirec.secagg.coordinator.CoordinatorProtocol;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.Outcome;
import io.privirec.secagg.coordinator.Unmasker;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.participant.Membership;
import io.privirec.secagg.roster.Roster;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/// A round of many participants in one process, with the real state machines of both sides in the
/// default threat model. Messages are handed over as objects; a participant's vector exists until
/// it is in the sum.
///
/// Every twentieth participant leaves after its shares are dealt, which leaves the most masks
/// behind.
final class WholeRound {
  private static final int LOST_EVERY = 20;

  private final SignedRoundRecord signed;
  private final List<InProcessParticipant> participants = new ArrayList<>();
  private final RingVector sum;
  private final LongAdder serverNanos = new LongAdder();
  private CoordinatorState coordinator;

  WholeRound(int cohort, int elements) {
    SecureRandom random = new SecureRandom();
    IdentityKeyPair coordinatorKeys = IdentityKeyPair.generate(random);
    List<IdentityKeyPair> identities = new ArrayList<>();
    List<CohortMember> members = new ArrayList<>();
    for (int i = 0; i < cohort; i++) {
      identities.add(IdentityKeyPair.generate(random));
      ParticipantId id = new ParticipantId("p%05d".formatted(i));
      members.add(new CohortMember(id, identities.getLast().publicKey()));
    }
    VectorSpec vector =
        new VectorSpec(
            "bench",
            elements,
            elements,
            Ring.BITS_32,
            0,
            new Capacity.PerParticipant(InProcessParticipant.INPUT_BOUND));
    Digest any = Digest.of(new byte[0]);
    RoundRecord record =
        new RoundRecord(
            RoundId.random(random),
            "bench",
            0,
            1,
            members,
            Thresholds.of(ThreatModel.SEMI_MALICIOUS, cohort),
            KeyAgreement.X25519,
            vector,
            any,
            any,
            any);
    signed = SignedRoundRecord.sign(record, coordinatorKeys);
    Optional<Roster> roster = Optional.of(Roster.ofOneCell(1, members));
    for (int i = 0; i < cohort; i++) {
      Membership membership =
          new Membership(
              members.get(i).id(),
              identities.get(i),
              coordinatorKeys.publicKey(),
              roster,
              ThreatModel.SEMI_MALICIOUS);
      participants.add(new InProcessParticipant(signed, membership, random));
    }
    sum = RingVector.zero(Ring.BITS_32, elements);
    coordinator = CoordinatorProtocol.open(record);
  }

  /// Runs the round.
  ///
  /// @throws IllegalStateException if it does not come to its end, or to another sum
  List<Result> run() {
    long start = System.nanoTime();
    while (coordinator.phase().isPresent()) {
      runPhase(coordinator.phase().get());
    }
    if (!(coordinator instanceof CoordinatorState.Unmasked unmasked)) {
      throw new IllegalStateException("round ended as " + coordinator.getClass().getSimpleName());
    }
    long unmaskStart = CpuTime.ofThread();
    Unmasker unmasker = unmasked.unmasker();
    unmasker.unmask(0, sum);
    long unmaskNanos = CpuTime.ofThread() - unmaskStart;
    serverNanos.add(unmaskNanos);
    double seconds = (System.nanoTime() - start) / 1e9;
    requirePlainSum(unmasked);
    return results(unmasked, unmasker.masks(), unmaskNanos / 1e9, seconds);
  }

  private void runPhase(Phase phase) {
    List<ParticipantId> present = new ArrayList<>();
    List<Optional<CoordinatorMessage>> told = new ArrayList<>();
    onServer(() -> {
      for (ParticipantId id : coordinator.awaiting()) {
        if (!leaves(id, phase)) {
          present.add(id);
          told.add(coordinator.messageFor(id));
        }
      }
    });
    List<ParticipantMessage> sent =
        IntStream.range(0, present.size())
            .parallel()
            .mapToObj(i -> participant(present.get(i)).advance(told.get(i), this::addToSum))
            .toList();
    onServer(() -> {
      for (int i = 0; i < present.size(); i++) {
        handle(new CoordinatorEvent.Received(present.get(i), sent.get(i)));
      }
      if (coordinator.phase().filter(phase::equals).isPresent()) {
        handle(new CoordinatorEvent.DeadlinePassed(phase));
      }
    });
  }

  private void handle(CoordinatorEvent event) {
    Outcome outcome = CoordinatorProtocol.step(coordinator, event);
    if (!(outcome instanceof Outcome.Accepted(CoordinatorState next))) {
      throw new IllegalStateException("coordinator refused a message: " + outcome);
    }
    coordinator = next;
  }

  private void addToSum(byte[] packed) {
    synchronized (sum) {
      onServer(() -> sum.addPacked(packed, 0, 0, sum.length()));
    }
  }

  private void onServer(Runnable work) {
    long start = CpuTime.ofThread();
    work.run();
    serverNanos.add(CpuTime.ofThread() - start);
  }

  private boolean leaves(ParticipantId id, Phase phase) {
    return phase == Phase.MASKED_INPUT && signed.record().indexOf(id) % LOST_EVERY == 0;
  }

  private InProcessParticipant participant(ParticipantId id) {
    return participants.get(signed.record().indexOf(id) - 1);
  }

  private void requirePlainSum(CoordinatorState.Unmasked unmasked) {
    int[] survivors = unmasked.survivors().stream().mapToInt(signed.record()::indexOf).toArray();
    for (int i = 0; i < sum.length(); i++) {
      long plain = 0;
      for (int index : survivors) {
        plain += InProcessParticipant.element(index, i);
      }
      if (sum.getSigned(i) != plain) {
        throw new IllegalStateException("element " + i + " of the sum is not the plain sum");
      }
    }
  }

  private List<Result> results(
      CoordinatorState.Unmasked unmasked, int masks, double unmaskSeconds, double seconds) {
    Thresholds counts = signed.record().thresholds();
    String what = "round, n = %,d, L = %,d: ".formatted(counts.cohort(), sum.length());
    return List.of(
        Result.of(what + "survivors, their sum exact", unmasked.survivors().size(), "")
            .atLeast(counts.minSurvivors()),
        Result.of(what + "neighbours", counts.neighbours(), ""),
        Result.of(what + "threshold", counts.threshold(), ""),
        Result.of(what + "masks taken off", masks, ""),
        Result.of(what + "coordinator, agreements and masks", unmaskSeconds, "s CPU"),
        Result.of(what + "coordinator, all of it", serverNanos.sum() / 1e9, "s CPU"),
        Result.of(what + "one participant, mean", participantMillis(), "ms CPU"),
        Result.of(what + "elapsed, everyone in one process", seconds, "s"),
        Result.of(what + "heap, all pools at their peaks", peakHeapMib(), "MiB"));
  }

  /// What one participant took, in the mean.
  double participantMillis() {
    return participants.stream().mapToLong(InProcessParticipant::cpuNanos).average().orElse(0)
        / 1e6;
  }

  private static double peakHeapMib() {
    long bytes = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP) {
        bytes += pool.getPeakUsage().getUsed();
      }
    }
    return bytes / (double) (1 << 20);
  }
}
