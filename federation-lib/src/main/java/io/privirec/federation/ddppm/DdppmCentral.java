package io.privirec.federation.ddppm;

import io.privirec.crypto.secret.SecretBytes;
import io.privirec.federation.SessionSecret;
import io.privirec.federation.factors.FedPowerTerms;
import io.privirec.federation.peers.PeerFailureException;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.spectral.SpectralFactors;
import java.io.IOException;
import java.io.UncheckedIOException;

/// The decentralised power method with all rows in one place: one participant, whose sums are its
/// own.
final class DdppmCentral {
  /// A start like any other; without noise it changes little.
  private static final byte[] START = new byte[SessionSecret.SIZE_BYTES];

  private DdppmCentral() {}

  /// @param base rows, rank and release
  /// @param steps T, sums for each vector
  /// @param sigma deviation of the noise in each user's number, times √users
  static SpectralFactors factors(FedPowerTerms base, int steps, double sigma, RatingMatrix all) {
    long[] degrees = base.withSupport(all.pattern().itemDegrees());
    NodeRows rows = base.rows().of(all, degrees);
    SessionSecret secret = new SessionSecret(SecretBytes.copyOf(START));
    try {
      return base.factors(
          new PeerPower(base.rank(), steps, sigma, rows, all.pattern().users(), secret)
              .find((_, own, _) -> own),
          degrees);
    } catch (PeerFailureException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody is waited for", e);
    }
  }
}
