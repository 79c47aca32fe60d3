package io.privirec.federation.fedpower;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Contribution;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundInput;
import io.privirec.filter.power.NodeRows;
import io.privirec.secagg.Aggregate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The first round of [FedPower], for algorithms that begin as it does and go on otherwise: the
/// counts of items, and what everybody makes of them.
public final class FedPowerCounts {
  private final FedPower base;
  private final FedPowerContributor contributor;

  public FedPowerCounts(FedPower base) {
    this.base = base;
    this.contributor = new FedPowerContributor(base);
  }

  /// A participant's rows, normalised by everybody's counts.
  ///
  /// @param users of everybody
  public record Rows(NodeRows rows, long users) {}

  /// What a participant sends in the first round.
  public Contribution values(RoundInput input) throws IOException {
    return contributor.values(input);
  }

  /// What the coordinator makes of the first sum: the next round's broadcast is there, or the
  /// session fails.
  public PlanStep complete(Aggregate sum, Path workDirectory) throws IOException {
    return new FedPowerPlan(base).complete(0, sum, workDirectory);
  }

  /// Rows as the broadcast after the first sum has them.
  ///
  /// @throws io.privirec.federation.ContributionRefusedException when the broadcast is malformed or
  ///   no honest coordinator's
  public Rows rows(RoundInput input) throws IOException {
    FedPowerBroadcast broadcast = contributor.broadcast(input);
    return new Rows(contributor.rows(input, broadcast), broadcast.users());
  }

  /// V of the items that are in the session, once the first sum is in.
  public long[] itemDegrees(Path workDirectory) throws IOException {
    return FedPowerBroadcast.read(
            workDirectory.resolve(base.rounds().get(FedPower.FIRST).broadcastFile()),
            base,
            FedPower.FIRST)
        .itemDegrees();
  }

  /// What every later broadcast must repeat.
  public Optional<Digest> sessionConstants(RoundInput input) throws IOException {
    return contributor.sessionConstants(input);
  }
}
