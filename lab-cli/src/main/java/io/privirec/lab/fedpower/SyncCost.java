package io.privirec.lab.fedpower;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.paillier.PaillierPublicKey;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Algorithm;
import io.privirec.federation.CipherContribution;
import io.privirec.federation.Contribution;
import io.privirec.federation.Contributor;
import io.privirec.federation.ForwardingAlgorithm;
import io.privirec.federation.ForwardingPlan;
import io.privirec.federation.Plan;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.local.InProcessSession;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.lab.family.FailedSessionException;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.ParticipantId;
import io.privirec.stage.process.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
    Timed timed = new Timed(algorithm);
    long begun = System.nanoTime();
    try (RunDirectory work = RunDirectory.temporary()) {
      InProcessSession.Result result =
          new InProcessSession(timed, data, (round, chunks) -> {}).run(work.path());
      // What noise leaves of a sum is no matter of what the sum costs.
      if (result.failure().isPresent() && timed.server.values().stream().noneMatch(Timed::isHad)) {
        throw new FailedSessionException(result.failure().get());
      }
    }
    Map<String, RoundSpec> last = new TreeMap<>();
    timed.syncs().forEach(round -> last.put(kind(round), round));
    return new SyncCost(
        last.values().stream().mapToLong(round -> round.vector().totalBytes()).sum(),
        last.values().stream().mapToLong(RoundSpec::broadcastBytes).sum(),
        timed.quickest(timed.device) / nodes.size(),
        timed.quickest(timed.server),
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
  private record Timed(Algorithm of, Map<Integer, LongAdder> device, Map<Integer, LongAdder> server)
      implements ForwardingAlgorithm {
    Timed(Algorithm of) {
      this(of, new TreeMap<>(), new TreeMap<>());
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
      return of.rounds().stream().filter(round -> !kind(round).equals(round.name())).toList();
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

    @Override
    public Contributor contributor() {
      return new TimedContributor(this, of.contributor());
    }

    @Override
    public Plan plan() {
      return new TimedPlan(this, of.plan());
    }
  }

  private record TimedContributor(Timed clock, Contributor of) implements Contributor {
    @Override
    public Contribution contribute(RoundInput input) throws IOException {
      LongAdder nanos = clock.device.getOrDefault(input.round().index(), new LongAdder());
      long begun = System.nanoTime();
      Contribution made = of.contribute(input);
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
        TimedContributor.fill(made, offset, out, nanos);
      }
    }

    @Override
    public Contribution values(RoundInput input) throws IOException {
      return of.values(input);
    }

    @Override
    public Optional<Digest> sessionConstants(RoundInput input) throws IOException {
      return of.sessionConstants(input);
    }

    @Override
    public long workingSetBytes() {
      return of.workingSetBytes();
    }
  }

  private record TimedPlan(Timed clock, Plan of) implements ForwardingPlan {
    @Override
    public PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException {
      long begun = System.nanoTime();
      PlanStep next = of.complete(index, sum, workDirectory);
      clock.server.getOrDefault(index, new LongAdder()).add(System.nanoTime() - begun);
      return next;
    }
  }
}
