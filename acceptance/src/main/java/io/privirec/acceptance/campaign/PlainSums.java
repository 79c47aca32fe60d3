package io.privirec.acceptance.campaign;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Contribution;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.VectorSpec;
import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// The same session without services, keys and masks: for each round the plain sum over the same
/// participants. A release that holds anything else is not what its session says it is.
public final class PlainSums {
  private final Algorithm algorithm;

  /// @param algorithm with the session's settled parameters
  public PlainSums(Algorithm algorithm) {
    this.algorithm = algorithm;
  }

  /// Secure sums of a session.
  public int rounds() {
    return algorithm.specs().size();
  }

  /// The factors that the session must have published, byte for byte.
  ///
  /// @param cohort those in the sums, with their data
  /// @param scratch an existing directory that nobody else uses
  public byte[] factors(SortedMap<ParticipantId, RatingMatrix> cohort, Path scratch)
      throws IOException {
    Path work = Files.createTempDirectory(scratch, "work");
    Path release = Files.createTempDirectory(scratch, "release");
    for (RoundSpec round : algorithm.specs()) {
      algorithm.complete(round.index(), sum(round, cohort, work), work);
    }
    algorithm.publication().write(work, release);
    return Files.readAllBytes(release.resolve(ReleaseManifest.FACTORS));
  }

  private Aggregate sum(RoundSpec round, SortedMap<ParticipantId, RatingMatrix> cohort, Path work)
      throws IOException {
    VectorSpec vector = round.vector();
    Path broadcast = round.hasBroadcast() ? work.resolve(round.broadcastFile()) : null;
    RingVector sum = RingVector.zero(vector.ring(), Math.toIntExact(vector.length()));
    for (Map.Entry<ParticipantId, RatingMatrix> member : cohort.entrySet()) {
      Contribution contribution =
          algorithm.contribution(
              new RoundInput(member.getKey(), round, broadcast, member.getValue()));
      for (int chunk = 0; chunk < vector.chunks(); chunk++) {
        RingVector own = RingVector.zero(vector.ring(), vector.elementsInChunk(chunk));
        int first = Math.toIntExact(vector.firstElementOf(chunk));
        contribution.fill(first, own);
        for (int i = 0; i < own.length(); i++) {
          sum.setSigned(first + i, sum.getSigned(first + i) + own.getSigned(i));
        }
      }
    }
    return new InMemory(sum, new TreeSet<>(cohort.keySet()));
  }

  private record InMemory(RingVector sum, SortedSet<ParticipantId> survivors) implements Aggregate {
    /// Without noise it makes no difference.
    @Override
    public RoundKind kind() {
      return new RoundKind.Closed(new RosterReference(1, Digest.of()), List.of(1));
    }

    @Override
    public long length() {
      return sum.length();
    }

    @Override
    public void read(long offset, RingVector out) {
      for (int i = 0; i < out.length(); i++) {
        out.setSigned(i, sum.getSigned(Math.toIntExact(offset) + i));
      }
    }
  }
}
