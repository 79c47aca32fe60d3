package io.privirec.federation.fedpower;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Round;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.filter.power.NodeRows;
import java.io.IOException;
import java.nio.file.Path;

/// The first round of [FedPower], for algorithms that begin as it does and go on otherwise: the
/// counts of items, and what everybody makes of them.
public final class FedPowerCounts {
  private final FedPower base;
  private final ProductRounds rounds;

  public FedPowerCounts(FedPower base) {
    this.base = base;
    this.rounds = new ProductRounds(base);
  }

  /// The round itself.
  public Round round(RoundSpec next) {
    return rounds.counts(next);
  }

  /// A participant's rows, normalised by everybody's counts.
  ///
  /// @param users of everybody
  public record Rows(NodeRows rows, long users) {}

  /// Rows as the broadcast after the first sum has them.
  ///
  /// @throws io.privirec.federation.ContributionRefusedException when the broadcast is malformed or
  ///   no honest coordinator's
  public Rows rows(RoundInput input) throws IOException {
    FedPowerBroadcast broadcast = rounds.broadcast(input);
    return new Rows(rounds.rows(input, broadcast), broadcast.users());
  }

  /// V of the items that are in the session, once the first sum is in.
  public long[] itemDegrees(Path workDirectory) throws IOException {
    return FedPowerBroadcast.read(
            workDirectory.resolve(base.specs().get(FedPower.FIRST).broadcastFile()),
            base,
            FedPower.FIRST)
        .itemDegrees();
  }

  /// What every later broadcast must repeat.
  public Digest constants(Path broadcast) throws IOException {
    return rounds.constants(broadcast);
  }
}
