package io.privirec.federation.ddppm;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Algorithm;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.Contribution;
import io.privirec.federation.Disclosure;
import io.privirec.federation.FileDraft;
import io.privirec.federation.Notice;
import io.privirec.federation.ParameterDigest;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Publication;
import io.privirec.federation.Reference;
import io.privirec.federation.Requirement;
import io.privirec.federation.Round;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.Selection;
import io.privirec.federation.SumBlocks;
import io.privirec.federation.WorkingSet;
import io.privirec.federation.factors.FedPowerBroadcast;
import io.privirec.federation.factors.FedPowerTerms;
import io.privirec.federation.factors.ProductRounds;
import io.privirec.federation.peers.Consensus;
import io.privirec.federation.peers.PeerFailureException;
import io.privirec.federation.peers.PeerSums;
import io.privirec.federation.peers.PeerTerms;
import io.privirec.federation.peers.Topology;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.RitzPairs;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import io.privirec.wire.algorithm.DdppmParameters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The decentralised power method [DD]: the leading singular vectors of everybody's normalised
/// rows, which participants find among themselves (docs/algorithms.md). The coordinator sums twice:
/// the counts of items, and, over what everybody has found, the vectors that are published.
///
/// It carries no ε: what a step adds to the users' numbers bounds nothing whatever the data.
///
/// @param base counts, items, rank and release; its products are not made
/// @param consensus how participants add up
/// @param topology who sends to whom
/// @param steps T, sums for each vector, in [2, 128]
/// @param sigma deviation of what a step adds to each user's number, times √users of all
public record Ddppm(
    FedPowerTerms base, Consensus consensus, Topology topology, int steps, double sigma)
    implements AlgorithmSettings {
  /// Name in the API.
  public static final String ID = DdppmParameters.ALGORITHM;

  /// Each sum counts as one product of `base`.
  static final int MOST_STEPS = FedPowerTerms.MAX_SYNCS;

  /// Everybody masks with everybody.
  static final int MOST_PARTICIPANTS = 64;

  /// Most difference of SᵀS from the identity: gossip gives participants vectors that differ a
  /// little.
  private static final double ORTHONORMAL_WITHIN = 1e-3;

  /// Index of the round in which participants meet.
  static final int FACTORS = 1;

  private static final int SCALE_BITS = 40;

  private static final Disclosure.OpenedPairs SUMS_AMONG_PARTICIPANTS =
      new Disclosure.OpenedPairs(
          "The sums are products of everybody's rows, exact, and every participant is told all of"
              + " them: from so many, each can compute pairs of items that single users have.",
          "Every participant was told so many products of everybody's rows that it can compute pairs"
              + " of items that single users have.");

  private static final Disclosure.OpenedPairs IN_CLEAR =
      new Disclosure.OpenedPairs(
          "Gossip is in clear: each neighbour is told what this participant alone has, again and"
              + " again, and can compute from it pairs of items that single users have.",
          "Participants gossiped in clear: each neighbour of a participant was told what this one"
              + " alone has, and can compute from it pairs of items that single users have.");

  public Ddppm {
    if (steps < 2 || steps > MOST_STEPS) {
      throw new IllegalArgumentException(
          "steps must be in [2, %s]. Provided value: %s".formatted(MOST_STEPS, steps));
    }
    if (!(sigma >= 0 && Double.isFinite(sigma))) {
      throw new IllegalArgumentException(
          "sigma must be finite and not negative. Provided value: " + sigma);
    }
  }

  int items() {
    return base.frame().items();
  }

  /// r, vectors that are found.
  int rank() {
    return base.rank();
  }

  @Override
  public Algorithm algorithm() {
    return new Algorithm(ID, digest(), rounds(), disclosure(), publication(), workingSet())
        .requiring(new Requirement.CohortRange(Thresholds.MIN_COHORT, MOST_PARTICIPANTS))
        .warning(warnings())
        .telling(notice());
  }

  private List<Round> rounds() {
    ProductRounds counts = new ProductRounds(base);
    return List.of(
        counts.counts(factors()),
        new Round(
                factors(), this::found, (sum, workDirectory) -> publish(counts, sum, workDirectory))
            .repeating(counts::constants)
            .afterPeers(
                // Every participant is told the totals of all steps of every vector.
                new Round.PeerComputation(
                    new PeerTerms(topology, consensus, items()),
                    steps * rank(),
                    (input, sums, result) -> find(counts, input, sums, result))));
  }

  /// Finds the vectors with the other participants.
  private void find(ProductRounds counts, RoundInput input, PeerSums sums, Path result)
      throws IOException, PeerFailureException, InterruptedException {
    FedPowerBroadcast broadcast = counts.broadcast(input, /* startsFromSeed= */ true);
    NodeRows rows = counts.rows(input, broadcast);
    PeerFactors.write(
        result,
        new PeerPower(rank(), steps, sigma, rows, broadcast.users(), input.secret().orElseThrow())
            .find(sums));
  }

  private Contribution found(RoundInput input) throws IOException {
    RitzPairs found =
        PeerFactors.read(
            input.found().orElseThrow(() -> new IllegalStateException("nothing was found yet")),
            items(),
            rank());
    double scale = Math.scalb(1.0, input.round().vector().scaleBits());
    double[] vectors = found.vectors().data();
    return (long offset, RingVector out) -> {
      for (int i = 0; i < out.length(); i++) {
        int at = Math.toIntExact(offset + i);
        // Noise may take either out of the range that exact ones have.
        double value =
            at < vectors.length
                ? Math.clamp(vectors[at], -1.0, 1.0)
                : Math.clamp(found.values()[at - vectors.length], 0.0, 1.0);
        out.setSigned(i, (long) Math.rint(value * scale));
      }
    };
  }

  /// Publishes the mean of the vectors of all participants.
  private PlanStep publish(ProductRounds counts, Aggregate sum, Path workDirectory)
      throws IOException {
    double scale = Math.scalb(1.0, -factors().vector().scaleBits()) / sum.survivors().size();
    double[] mean =
        Arrays.stream(SumBlocks.integers(factors(), sum))
            .mapToDouble(number -> scale * number)
            .toArray();
    int numbers = items() * rank();
    TallMatrix vectors = TallMatrix.of(items(), rank(), Arrays.copyOf(mean, numbers));
    double[] values = Arrays.copyOfRange(mean, numbers, mean.length);
    if (!vectors.isOrthonormal(ORTHONORMAL_WITHIN)
        || Arrays.stream(values).anyMatch(value -> !(value >= 0 && value <= 1 + 1e-9))) {
      return new PlanStep.Fail(
          "peers-disagree", "what participants have found is not the same, or no singular vectors");
    }
    SpectralFactors factors =
        base.factors(new RitzPairs(vectors, values), counts.itemDegrees(factors(), workDirectory));
    FileDraft.write(
        workDirectory.resolve(FactorsFile.NAME), file -> FactorsFile.write(file, factors));
    return new PlanStep.Publish();
  }

  /// Of S, row-major, and Λ, from everybody.
  RoundSpec factors() {
    return new RoundSpec.ClosedSum(
        FACTORS,
        "peer-factors",
        VectorSpec.of(
            "peer-factors",
            (items() + 1L) * rank(),
            Ring.BITS_64,
            SCALE_BITS,
            new Capacity.PerParticipant(1)),
        new ProductRounds(base).countsBytes(),
        rank());
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (!isSecure()) {
      warnings.add(
          "Plain consensus: participants gossip in clear. Each neighbour is told what a participant"
              + " alone has.");
    }
    if (sigma > 0) {
      warnings.add("What steps add to users' numbers bounds nothing: there is no epsilon.");
    }
    return warnings;
  }

  private Notice notice() {
    return isSecure()
        ? new Notice(
            "Participants add up among themselves, under masks over all of them: each is told %s"
                    .formatted(steps * rank())
                + " totals, exact, and nothing of a single one. The coordinator is told none of"
                + " them, and at the end the vectors that are published.")
        : new Notice(
            "Participants gossip in clear. The coordinator is told the vectors that are published.");
  }

  private boolean isSecure() {
    return consensus instanceof Consensus.Secure;
  }

  /// The totals count as products of the rows, as those of `fedpower` do, whoever is told them.
  private Disclosure disclosure() {
    int minSupport = base.frame().minSupport();
    if (!isSecure()) {
      return new Disclosure.ExactSums(Optional.of(IN_CLEAR), minSupport);
    }
    return new Disclosure.ExactSums(
        base.disclosure().openedPairs().map(_ -> SUMS_AMONG_PARTICIPANTS), minSupport);
  }

  private Digest digest() {
    List<Object> lines = new ArrayList<>(List.of(ID + "/v1", base.digest(), steps));
    lines.add(Double.doubleToRawLongBits(sigma));
    lines.addAll(consensus.lines());
    lines.addAll(topology.lines());
    return ParameterDigest.of(lines);
  }

  /// The sums of a single participant are those of all.
  @Override
  public Reference reference(RatingMatrix data) {
    return new Reference.Filter(
        base.frame().minSupport(),
        base.frame().topN(),
        () -> base.frame().model().filter(DdppmCentral.factors(base, steps, sigma, data)));
  }

  @Override
  public Optional<String> refusal(long users, long[] itemDegrees) {
    return base.refusal(users, itemDegrees);
  }

  @Override
  public List<Selection> selections(long[] counts, int participants) {
    return base.selections();
  }

  private Publication publication() {
    return base.publication();
  }

  /// The coordinator has the sum and its mean beside the release. A participant has all vectors
  /// twice, and a few more.
  private WorkingSet workingSet() {
    return new WorkingSet(
        3L * Double.BYTES * items() * rank() + base.frame().algorithm().workingSet().coordinator(),
        2L * Double.BYTES * items() * (rank() + 8L));
  }
}
