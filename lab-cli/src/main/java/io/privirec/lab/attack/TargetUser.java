package io.privirec.lab.attack;

import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Contribution;
import io.privirec.federation.NoiseSeed;
import io.privirec.federation.NoiseShare;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// What users add to each sum of a session, without noise, by the code of participants.
final class TargetUser {
  private static final ParticipantId SOMEBODY = new ParticipantId("somebody");

  private TargetUser() {}

  /// Integers of each round. Users have no more items than are counted, so that nothing is left to
  /// chance.
  ///
  /// @param algorithm with noise
  /// @param participants of the session
  /// @param broadcasts of its rounds
  static List<long[]> parts(
      Algorithm algorithm, int participants, RatingMatrix users, Path broadcasts)
      throws IOException {
    List<long[]> parts = new ArrayList<>();
    for (RoundSpec round : algorithm.specs()) {
      Path broadcast = round.hasBroadcast() ? broadcasts.resolve(round.broadcastFile()) : null;
      NoiseShare chance =
          new NoiseShare(
              NoisySum.mechanism(round, participants), NoiseSeed.random(new SecureRandom()));
      parts.add(
          read(
              round.vector(),
              algorithm
                  .rounds()
                  .get(round.index())
                  .values()
                  .of(new RoundInput(SOMEBODY, round, broadcast, users, Optional.of(chance)))));
    }
    return parts;
  }

  private static long[] read(VectorSpec vector, Contribution contribution) {
    long[] values = new long[Math.toIntExact(vector.length())];
    for (int chunk = 0; chunk < vector.chunks(); chunk++) {
      RingVector block = RingVector.zero(vector.ring(), vector.elementsInChunk(chunk));
      int first = Math.toIntExact(vector.firstElementOf(chunk));
      contribution.fill(first, block);
      IntStream.range(0, block.length()).forEach(i -> values[first + i] = block.getSigned(i));
    }
    return values;
  }
}
