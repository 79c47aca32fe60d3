package io.privirec.lab.fedpower;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Contribution;
import io.privirec.federation.Contributor;
import io.privirec.federation.Disclosure;
import io.privirec.federation.Plan;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.local.InProcessSession;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.lab.family.FailedSessionException;
import io.privirec.lab.process.RunDirectory;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/// What one sum of products costs in a session: real participants with keys and masks, in this
/// process. Times are those of the quickest of its sums: the first ones pay for compilers.
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
      data.put(new ParticipantId("node-%05d".formatted(data.size() + 1)), rows);
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
    RoundSpec sync = timed.syncs().getLast();
    return new SyncCost(
        sync.vector().totalBytes(),
        sync.broadcastBytes(),
        quickest(timed.device) / nodes.size(),
        quickest(timed.server),
        (System.nanoTime() - begun) / 1e9);
  }

  private static double quickest(Map<Integer, LongAdder> nanos) {
    return nanos.values().stream()
            .filter(Timed::isHad)
            .mapToLong(LongAdder::sum)
            .min()
            .orElseThrow()
        / 1e9;
  }

  /// The same algorithm under a clock.
  ///
  /// @param device nanoseconds of all nodes, by the index of a round
  /// @param server nanoseconds of the coordinator, by the index of a round
  private record Timed(Algorithm of, Map<Integer, LongAdder> device, Map<Integer, LongAdder> server)
      implements Algorithm {
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

    /// Sums of products: what is between the counts of items and the sum for eigenvalues.
    List<RoundSpec> syncs() {
      return of.rounds().subList(1, of.rounds().size() - 1);
    }

    @Override
    public String id() {
      return of.id();
    }

    @Override
    public List<RoundSpec> rounds() {
      return of.rounds();
    }

    @Override
    public Disclosure disclosure() {
      return of.disclosure();
    }

    @Override
    public Digest digest() {
      return of.digest();
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
      return (offset, out) -> {
        long filling = System.nanoTime();
        made.fill(offset, out);
        nanos.add(System.nanoTime() - filling);
      };
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

  private record TimedPlan(Timed clock, Plan of) implements Plan {
    @Override
    public PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException {
      long begun = System.nanoTime();
      PlanStep next = of.complete(index, sum, workDirectory);
      clock.server.getOrDefault(index, new LongAdder()).add(System.nanoTime() - begun);
      return next;
    }

    @Override
    public void writeRelease(Path workDirectory, Path releaseDirectory) throws IOException {
      of.writeRelease(workDirectory, releaseDirectory);
    }

    @Override
    public Model model() {
      return of.model();
    }

    @Override
    public long fileBytes() {
      return of.fileBytes();
    }

    @Override
    public long workingSetBytes() {
      return of.workingSetBytes();
    }
  }
}
