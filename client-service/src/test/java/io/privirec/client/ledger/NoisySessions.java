package io.privirec.client.ledger;

import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.RehearsalParameters;

/// Parameters of sessions that sum item degrees.
final class NoisySessions {
  /// The delta of the holder's limits.
  static final double DELTA = 1e-6;

  static final ItemDegreesParameters EXACT = ItemDegreesParameters.DEFAULT.withMinSupport(5);

  static final RehearsalParameters REHEARSAL =
      RehearsalParameters.DEFAULT
          .withElements(100L)
          .withRounds(1)
          .withSeed(4L)
          .withRingBits(16)
          .withRoundKind("tolerant");

  private NoisySessions() {}

  static ItemDegreesParameters closed(double epsilon) {
    return noisy(epsilon, "closed");
  }

  static ItemDegreesParameters tolerant(double epsilon) {
    return noisy(epsilon, "tolerant");
  }

  private static ItemDegreesParameters noisy(double epsilon, String rounds) {
    return ItemDegreesParameters.DEFAULT.withPrivacy(
        PrivacyParameters.of(epsilon, DELTA)
            .withItemsPerUser(5)
            .withColluders(1)
            .withRounds(rounds));
  }
}
