package io.privirec.federation.ddppm;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Contributor;
import io.privirec.federation.Disclosure;
import io.privirec.federation.ParameterDigest;
import io.privirec.federation.Plan;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.fedpower.FedPower;
import io.privirec.federation.peer.Consensus;
import io.privirec.federation.peer.PeerTerms;
import io.privirec.federation.peer.Topology;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.VectorSpec;
import io.privirec.wire.algorithm.DdppmParameters;
import java.util.ArrayList;
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
public record Ddppm(FedPower base, Consensus consensus, Topology topology, int steps, double sigma)
    implements Algorithm {
  /// Name in the API.
  public static final String ID = DdppmParameters.ALGORITHM;

  /// Each sum counts as one product of `base`.
  static final int MOST_STEPS = FedPower.MAX_SYNCS;

  /// Everybody masks with everybody.
  static final int MOST_PARTICIPANTS = 64;

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
          "steps must be in [2, %d]. Provided value: %d".formatted(MOST_STEPS, steps));
    }
    if (!(sigma >= 0 && Double.isFinite(sigma))) {
      throw new IllegalArgumentException(
          "sigma must be finite and not negative. Provided value: " + sigma);
    }
  }

  @Override
  public String id() {
    return ID;
  }

  int items() {
    return base.frame().items();
  }

  /// r, vectors that are found.
  int rank() {
    return base.rank();
  }

  @Override
  public List<RoundSpec> rounds() {
    return List.of(base.rounds().getFirst(), factors());
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
        base.countsBytes(),
        rank());
  }

  /// Every participant is told the totals of all steps of every vector.
  @Override
  public int columnsOfPeers(RoundSpec round) {
    return round.index() == FACTORS ? steps * rank() : Algorithm.super.columnsOfPeers(round);
  }

  @Override
  public Optional<PeerTerms> peers() {
    return Optional.of(new PeerTerms(topology, consensus, FACTORS, items()));
  }

  @Override
  public boolean drawsSecrets() {
    return true;
  }

  @Override
  public int mostParticipants() {
    return MOST_PARTICIPANTS;
  }

  @Override
  public List<String> warnings() {
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

  @Override
  public List<String> tells(ParticipantId participant) {
    return isSecure()
        ? List.of(
            "Participants add up among themselves, under masks over all of them: each is told %d"
                    .formatted(steps * rank())
                + " totals, exact, and nothing of a single one. The coordinator is told none of"
                + " them, and at the end the vectors that are published.")
        : List.of(
            "Participants gossip in clear. The coordinator is told the vectors that are published.");
  }

  private boolean isSecure() {
    return consensus instanceof Consensus.Secure;
  }

  /// The totals count as products of the rows, as those of `fedpower` do, whoever is told them.
  @Override
  public Disclosure disclosure() {
    int minSupport = base.frame().minSupport();
    if (!isSecure()) {
      return new Disclosure.ExactSums(Optional.of(IN_CLEAR), minSupport);
    }
    return new Disclosure.ExactSums(
        base.disclosure().openedPairs().map(_ -> SUMS_AMONG_PARTICIPANTS), minSupport);
  }

  @Override
  public Digest digest() {
    List<Object> lines = new ArrayList<>(List.of(ID + "/v1", base.digest(), steps));
    lines.add(Double.doubleToRawLongBits(sigma));
    lines.addAll(consensus.lines());
    lines.addAll(topology.lines());
    return ParameterDigest.of(lines);
  }

  /// What a session publishes, from all data in one place: one participant's sums are those of all.
  public ItemFilter central(RatingMatrix all) {
    return base.frame().model().filter(DdppmCentral.factors(this, all));
  }

  @Override
  public Plan plan() {
    return new DdppmPlan(this);
  }

  @Override
  public Contributor contributor() {
    return new DdppmContributor(this);
  }
}
