package io.privirec.federation.ddppm;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Contribution;
import io.privirec.federation.Contributor;
import io.privirec.federation.RoundInput;
import io.privirec.federation.fedpower.FedPowerCounts;
import io.privirec.federation.peer.PeerFailureException;
import io.privirec.federation.peer.PeerSums;
import io.privirec.filter.power.RitzPairs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// A participant's side: its counts, then what it has found with the others.
final class DdppmContributor implements Contributor {
  private final Ddppm algorithm;
  private final FedPowerCounts counts;

  DdppmContributor(Ddppm algorithm) {
    this.algorithm = algorithm;
    this.counts = new FedPowerCounts(algorithm.base());
  }

  @Override
  public Contribution values(RoundInput input) throws IOException {
    if (input.round().index() != Ddppm.FACTORS) {
      return counts.values(input);
    }
    RitzPairs found =
        PeerFactors.read(
            input.found().orElseThrow(() -> new IllegalStateException("nothing was found yet")),
            algorithm.items(),
            algorithm.rank());
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

  @Override
  public void meet(RoundInput input, PeerSums sums, Path result)
      throws IOException, PeerFailureException, InterruptedException {
    FedPowerCounts.Rows rows = counts.rows(input);
    PeerFactors.write(
        result,
        new PeerPower(algorithm, rows.rows(), rows.users(), input.secret().orElseThrow())
            .find(sums));
  }

  @Override
  public Optional<Digest> sessionConstants(RoundInput input) throws IOException {
    return counts.sessionConstants(input);
  }

  /// All vectors, twice, and a few more.
  @Override
  public long workingSetBytes() {
    return 2L * Double.BYTES * algorithm.items() * (algorithm.rank() + 8L);
  }
}
