package io.privirec.lab.fedpower;

import io.privirec.crypto.paillier.PaillierPublicKey;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Algorithm;
import io.privirec.federation.CipherContribution;
import io.privirec.federation.Contribution;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Round;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.local.InProcessSession;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.lab.session.FailedSessionException;
import io.privirec.secagg.ParticipantId;
import io.privirec.stage.process.RunDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/// What one synchronisation costs in a session, which is a sum of products and, of
/// `fedpower-utility`, the two sums that take noise off it: real participants with keys and masks,
/// in this process. Times are those of the quickest: the first ones pay for compilers.
///
/// @param bytesUp of one node, masked
/// @param bytesDown of one node: the broadcast
/// @param deviceSeconds of one node, for its product and its noise
/// @param serverSeconds of the coordinator, for what it makes of the sum
/// @param sessionSeconds of everybody together for the whole session, with keys, masks and sums
public record SyncCost(
    long bytesUp,
    long bytesDown,
    double deviceSeconds,
    double serverSeconds,
    double sessionSeconds) {

  /// Runs a session.
  ///
  /// @param nodes rows of each, of three or more
  public static SyncCost of(Algorithm algorithm, List<RatingMatrix> nodes) throws IOException {
    SortedMap<ParticipantId, RatingMatrix> data = new TreeMap<>();
    for (RatingMatrix rows : nodes) {
      data.put(new ParticipantId(node(data.size() + 1)), rows);
    }
    Clock clock = new Clock(algorithm.specs());
    long begun = System.nanoTime();
    try (RunDirectory work = RunDirectory.temporary()) {
      InProcessSession.Result result =
          new InProcessSession(algorithm.withRounds(clock::timed), data, (round, chunks) -> {})
              .run(work.path());
      // What noise leaves of a sum is no matter of what the sum costs.
      if (result.failure().isPresent() && clock.server.values().stream().noneMatch(Clock::isHad)) {
        throw new FailedSessionException(result.failure().get());
      }
    }
    Map<String, RoundSpec> last = new TreeMap<>();
    clock.syncs().forEach(round -> last.put(kind(round), round));
    return new SyncCost(
        last.values().stream().mapToLong(round -> round.vector().totalBytes()).sum(),
        last.values().stream().mapToLong(RoundSpec::broadcastBytes).sum(),
        clock.quickest(clock.device) / nodes.size(),
        clock.quickest(clock.server),
        (System.nanoTime() - begun) / 1e9);
  }

  /// The id of a node, from 1.
  public static String node(int number) {
    return "node-%05d".formatted(number);
  }

  /// The name of a round without the number of its synchronisation.
  private static String kind(RoundSpec round) {
    return round.name().replaceFirst("-[0-9]+$", "");
  }

  /// The same algorithm under a clock.
  ///
  /// @param device nanoseconds of all nodes, by the index of a round
  /// @param server nanoseconds of the coordinator, by the index of a round
  private record Clock(
      List<RoundSpec> rounds, Map<Integer, LongAdder> device, Map<Integer, LongAdder> server) {
    Clock(List<RoundSpec> rounds) {
      this(rounds, new TreeMap<>(), new TreeMap<>());
      for (RoundSpec sync : syncs()) {
        device.put(sync.index(), new LongAdder());
        server.put(sync.index(), new LongAdder());
      }
    }

    static boolean isHad(LongAdder nanos) {
      return nanos.sum() > 0;
    }

    /// The sums that there are one of in each synchronisation: their names end with its number.
    List<RoundSpec> syncs() {
      return rounds.stream().filter(round -> !kind(round).equals(round.name())).toList();
    }

    /// Of each kind of sum the quickest, all together.
    double quickest(Map<Integer, LongAdder> nanos) {
      Map<String, Long> least = new TreeMap<>();
      for (RoundSpec round : syncs()) {
        LongAdder own = Objects.requireNonNull(nanos.get(round.index()));
        if (isHad(own)) {
          least.merge(kind(round), own.sum(), Math::min);
        }
      }
      return least.values().stream().mapToLong(Long::longValue).sum() / 1e9;
    }

    Round timed(Round round) {
      LongAdder made = device.getOrDefault(round.index(), new LongAdder());
      LongAdder taken = server.getOrDefault(round.index(), new LongAdder());
      return round
          .withValues(new TimedValues(round.values(), made))
          .withCompletion((sum, workDirectory) -> {
            long begun = System.nanoTime();
            PlanStep next = round.complete(sum, workDirectory);
            taken.add(System.nanoTime() - begun);
            return next;
          });
    }
  }

  private record TimedValues(Round.Values values, LongAdder nanos) implements Round.Values {
    @Override
    public Contribution of(RoundInput input) throws IOException {
      return values.of(input);
    }

    @Override
    public Contribution withNoise(RoundInput input) throws IOException {
      long begun = System.nanoTime();
      Contribution made = values.withNoise(input);
      nanos.add(System.nanoTime() - begun);
      return made instanceof CipherContribution ciphertexts
          ? new TimedCiphertexts(ciphertexts, nanos)
          : (offset, out) -> fill(made, offset, out, nanos);
    }

    private static void fill(Contribution made, long offset, RingVector out, LongAdder nanos) {
      long filling = System.nanoTime();
      made.fill(offset, out);
      nanos.add(System.nanoTime() - filling);
    }

    private record TimedCiphertexts(CipherContribution made, LongAdder nanos)
        implements CipherContribution {
      @Override
      public PaillierPublicKey key() {
        return made.key();
      }

      @Override
      public void fill(long offset, RingVector out) {
        TimedValues.fill(made, offset, out, nanos);
      }
    }
  }
}
