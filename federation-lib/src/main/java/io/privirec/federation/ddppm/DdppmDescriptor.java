package io.privirec.federation.ddppm;

import static io.privirec.federation.InvalidParametersException.given;
import static io.privirec.federation.InvalidParametersException.require;
import static java.util.Objects.requireNonNullElse;

import io.privirec.federation.AlgorithmDescriptor;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseForm;
import io.privirec.federation.Offer;
import io.privirec.federation.Offer.Setting;
import io.privirec.federation.factors.FedPowerSettlement;
import io.privirec.federation.peers.Consensus;
import io.privirec.federation.peers.Topology;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.algorithm.DdppmParameters;
import io.privirec.wire.algorithm.FedPowerParameters;
import io.privirec.wire.algorithm.PowerParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// [Ddppm] as sessions ask for it.
public final class DdppmDescriptor implements AlgorithmDescriptor<DdppmParameters> {
  private static final int DEFAULT_RANK = 32;
  private static final String K = "/parameters/factors/k";
  private static final String EDGES = "/parameters/topology/edges";

  /// There is no common start: everybody draws its own.
  private static final long NO_SEED = 0;

  @Override
  public DdppmParameters defaults() {
    return DdppmParameters.DEFAULT;
  }

  @Override
  public NoiseForm noiseForm() {
    return new NoiseForm.Never(PriviRecParameters.ALGORITHM);
  }

  @Override
  public Optional<Offer> offer() {
    return Optional.of(
        new Offer(
            "ddppm: singular vectors that participants find among themselves",
            Set.of(Offer.Trait.MEETS_PEERS),
            new Setting("factors.k", "rank", "32"),
            new Setting("factors.steps", "sums for each vector", "20")));
  }

  @Override
  public DdppmParameters settle(
      DdppmParameters asked, int items, int participants, LongSupplier seeds)
      throws InvalidParametersException {
    int k = requireNonNullElse(asked.factors().k(), Math.min(DEFAULT_RANK, items));
    require(k >= 1 && k <= items, K, "must be in [1, %s], the catalogue".formatted(items));
    FedPowerParameters settled =
        FedPowerSettlement.settle(base(asked, k), items, participants, () -> NO_SEED);
    return asked
        .withFactors(asked.factors().withK(k))
        .withModel(settled.model())
        .withTopN(settled.topN())
        .withMinSupport(settled.minSupport());
  }

  /// What a session of `fedpower` would be whose products are of as many columns as there are sums
  /// here.
  private static FedPowerParameters base(DdppmParameters asked, int k) {
    return FedPowerParameters.DEFAULT
        .withFactors(
            PowerParameters.DEFAULT
                .withK(k)
                .withOversampling(0)
                .withRounds(asked.factors().steps())
                .withSeed(NO_SEED))
        .withModel(asked.model())
        .withTopN(asked.topN())
        .withMinSupport(asked.minSupport());
  }

  @Override
  public Ddppm build(DdppmParameters settled, int items) throws InvalidParametersException {
    return new Ddppm(
        FedPowerSettlement.build(base(settled, given(K, settled.factors().k())), items),
        consensus(settled),
        topology(settled.topology()),
        settled.factors().steps(),
        settled.sigma());
  }

  private static Consensus consensus(DdppmParameters asked) throws InvalidParametersException {
    return InvalidParametersException.choice(
                "/parameters/consensus",
                asked.consensus(),
                List.of(DdppmParameters.SECURE, DdppmParameters.PLAIN),
                name -> name)
            .equals(DdppmParameters.SECURE)
        ? new Consensus.Secure()
        : new Consensus.Plain(asked.gossip());
  }

  private static Topology topology(DdppmParameters.Topology asked)
      throws InvalidParametersException {
    return switch (asked) {
      case DdppmParameters.Complete() -> new Topology.Complete();
      case DdppmParameters.Ring() -> new Topology.Ring();
      case DdppmParameters.Edges(var edges) -> new Topology.Listed(edges(edges));
    };
  }

  private static List<Topology.Edge> edges(@Nullable List<List<String>> asked)
      throws InvalidParametersException {
    List<Topology.Edge> edges = new ArrayList<>();
    Set<Set<String>> pairs = new HashSet<>();
    for (List<String> edge : given(EDGES, asked)) {
      require(edge.size() == 2, EDGES, "must be pairs");
      try {
        edges.add(
            new Topology.Edge(new ParticipantId(edge.get(0)), new ParticipantId(edge.get(1))));
      } catch (IllegalArgumentException malformed) {
        throw new InvalidParametersException(EDGES, String.valueOf(malformed.getMessage()));
      }
      require(
          pairs.add(Set.copyOf(edge)),
          EDGES,
          "must not repeat the pair " + edge.get(0) + ", " + edge.get(1));
    }
    return edges;
  }
}
