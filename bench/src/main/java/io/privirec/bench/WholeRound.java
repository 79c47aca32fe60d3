package io.privirec.bench;

import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import io.privirec.secagg.coordinator.CoordinatorProtocol;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.Outcome;
import io.privirec.secagg.coordinator.Unmasker;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.participant.Membership;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/// A round of many participants in one process, with the real state machines of both sides in the
/// default threat model. Messages are handed over as objects; a participant's vector exists until
/// it is in the sum.
///
/// Of a tolerant round every twentieth participant leaves after its shares are dealt, which leaves
/// the most masks behind.
final class WholeRound {
  private static final int LOST_EVERY = 20;

  private final SignedRoundRecord signed;
  private final List<InProcessParticipant> participants = new ArrayList<>();
  private final RingVector sum;
  private final LongAdder serverNanos = new LongAdder();
  private CoordinatorState coordinator;

  private WholeRound(Terms terms, SecureRandom random) {
    IdentityKeyPair coordinatorKeys = IdentityKeyPair.generate(random);
    RoundRecord record = terms.record();
    signed = SignedRoundRecord.sign(record, coordinatorKeys);
    for (int i = 0; i < record.cohort().size(); i++) {
      Membership membership =
          new Membership(
              record.cohort().get(i).id(),
              terms.identities().get(i),
              coordinatorKeys.publicKey(),
              Optional.of(terms.roster()),
              ThreatModel.SEMI_MALICIOUS);
      participants.add(new InProcessParticipant(signed, membership, random));
    }
    sum = RingVector.zero(Ring.BITS_32, Math.toIntExact(record.vector().length()));
    coordinator = CoordinatorProtocol.open(record);
  }

  /// A round in which participants may be lost, and some are.
  static WholeRound tolerant(int cohort, int elements) {
    SecureRandom random = new SecureRandom();
    return new WholeRound(Terms.of(cohort, elements, false, random), random);
  }

  /// A round in which nobody may be lost, and nobody is.
  static WholeRound closed(int cohort, int elements) {
    SecureRandom random = new SecureRandom();
    return new WholeRound(Terms.of(cohort, elements, true, random), random);
  }

  /// Runs the round.
  ///
  /// @throws IllegalStateException if it does not come to its end, or to another sum
  List<Result> run() {
    long start = System.nanoTime();
    while (coordinator.phase().isPresent()) {
      runPhase(coordinator.phase().get());
    }
    if (!(coordinator instanceof CoordinatorState.Summed summed)) {
      throw new IllegalStateException("round ended as " + coordinator.getClass().getSimpleName());
    }
    long unmaskStart = CpuTime.ofThread();
    Unmasker unmasker = summed.unmasker();
    unmasker.unmask(0, sum);
    long unmaskNanos = CpuTime.ofThread() - unmaskStart;
    serverNanos.add(unmaskNanos);
    double seconds = (System.nanoTime() - start) / 1e9;
    requirePlainSum(summed);
    return results(summed, unmasker.masks(), unmaskNanos / 1e9, seconds);
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
    return !signed.record().isClosed()
        && phase == Phase.MASKED_INPUT
        && signed.record().indexOf(id) % LOST_EVERY == 0;
  }

  private InProcessParticipant participant(ParticipantId id) {
    return participants.get(signed.record().indexOf(id) - 1);
  }

  private void requirePlainSum(CoordinatorState.Summed summed) {
    int[] survivors = summed.survivors().stream().mapToInt(signed.record()::indexOf).toArray();
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
      CoordinatorState.Summed summed, int masks, double unmaskSeconds, double seconds) {
    RoundRecord record = signed.record();
    int least =
        switch (record.kind()) {
          case RoundKind.Closed _ -> record.cohort().size();
          case RoundKind.Tolerant(Thresholds counts) -> counts.minSurvivors();
        };
    String what =
        String.format(
            Locale.ROOT,
            "%s round, n = %,d, L = %,d: ",
            record.isClosed() ? "closed" : "tolerant",
            record.cohort().size(),
            sum.length());
    return List.of(
        Result.of(what + "in the sum, exact", summed.survivors().size(), "").atLeast(least),
        Result.of(what + "neighbours", record.neighbours(), ""),
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
