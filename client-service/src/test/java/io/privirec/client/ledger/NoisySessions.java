package io.privirec.client.ledger;

import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.RehearsalParameters;

/// Parameters of sessions that sum item degrees.
final class NoisySessions {
  /// The delta of the holder's limits.
  static final double DELTA = 1e-6;

  static final ItemDegreesParameters EXACT = new ItemDegreesParameters(5, null);

  static final RehearsalParameters REHEARSAL = new RehearsalParameters(100L, 1, 4L, 16, "tolerant");

  private NoisySessions() {}

  static ItemDegreesParameters closed(double epsilon) {
    return noisy(epsilon, "closed");
  }

  static ItemDegreesParameters tolerant(double epsilon) {
    return noisy(epsilon, "tolerant");
  }

  private static ItemDegreesParameters noisy(double epsilon, String rounds) {
    return new ItemDegreesParameters(new PrivacyParameters(epsilon, DELTA, "user", 5, 1, rounds));
  }
}
