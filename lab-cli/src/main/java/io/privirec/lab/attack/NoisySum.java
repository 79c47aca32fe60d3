package io.privirec.lab.attack;

import io.privirec.crypto.digest.Digest;
import io.privirec.federation.RoundSpec;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundKind;
import java.util.List;

/// The noise of a closed round with everybody in it.
final class NoisySum {
  private static final RoundKind CLOSED =
      new RoundKind.Closed(new RosterReference(1, Digest.of()), List.of(1));

  private NoisySum() {}

  /// What participants draw their shares from.
  static DistributedDiscreteGaussian mechanism(RoundSpec round, int participants) {
    return round.noise().orElseThrow().mechanism(CLOSED, participants);
  }

  /// Standard deviation in an element of the sum, in units of its integers.
  static double deviation(RoundSpec round, int participants) {
    return mechanism(round, participants).deviation(participants);
  }
}
