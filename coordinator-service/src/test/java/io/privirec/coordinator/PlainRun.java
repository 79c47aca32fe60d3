package io.privirec.coordinator;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Contribution;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundKind;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The same session without a coordinator and without masks: what the secure one must equal, bit
/// for bit. Gives the participants their data.
final class PlainRun {
  private static final int USERS = 12;

  private final Algorithm algorithm;
  private final Map<String, InteractionMatrix> data = new HashMap<>();

  PlainRun(int items, SessionView session, List<TestParticipant> participants) {
    algorithm = algorithm(session.parameters(), items);
    for (TestParticipant participant : participants) {
      data.put(participant.name(), interactions(items, participant.name().hashCode()));
      participant.contributes((round, broadcast, offset, out) ->
          contribution(algorithm.specs().get(round.roundIndex()), broadcast, participant)
              .fill(offset, out));
    }
  }

  private static Algorithm algorithm(AlgorithmParameters parameters, int items) {
    try {
      return AlgorithmRegistry.build(parameters, items);
    } catch (InvalidParametersException e) {
      throw new AssertionError(e);
    }
  }

  /// The factors that the plain sums over those participants give, as a file's bytes.
  byte[] factors(List<TestParticipant> survivors, Path directory) throws IOException {
    Path work = Files.createDirectories(directory.resolve("work"));
    Path release = Files.createDirectories(directory.resolve("release"));
    for (RoundSpec round : algorithm.specs()) {
      Aggregate sum = plainSum(round, survivors, work.resolve(round.broadcastFile()));
      algorithm.complete(round.index(), sum, work);
    }
    algorithm.publication().write(work, release);
    return Files.readAllBytes(release.resolve("factors.safetensors"));
  }

  private Aggregate plainSum(RoundSpec round, List<TestParticipant> survivors, Path broadcast) {
    int length = Math.toIntExact(round.vector().length());
    RingVector sum = RingVector.zero(round.vector().ring(), length);
    for (TestParticipant survivor : survivors) {
      RingVector own = RingVector.zero(round.vector().ring(), length);
      contribution(round, broadcast, survivor).fill(0, own);
      for (int i = 0; i < length; i++) {
        sum.setSigned(i, sum.getSigned(i) + own.getSigned(i));
      }
    }
    return new Aggregate() {
      // Without noise it makes no difference.
      @Override
      public RoundKind kind() {
        return new RoundKind.Closed(new RosterReference(1, Digest.of()), List.of(1));
      }

      @Override
      public SortedSet<ParticipantId> survivors() {
        return survivors.stream()
            .map(TestParticipant::id)
            .collect(Collectors.toCollection(TreeSet::new));
      }

      @Override
      public long length() {
        return length;
      }

      @Override
      public void read(long offset, RingVector out) {
        for (int i = 0; i < out.length(); i++) {
          out.setSigned(i, sum.getSigned((int) offset + i));
        }
      }
    };
  }

  private Contribution contribution(RoundSpec round, Path broadcast, TestParticipant participant) {
    try {
      return algorithm.contribution(
          new RoundInput(
              participant.id(),
              round,
              round.hasBroadcast() ? broadcast : null,
              rated(data.get(participant.name()))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Rates an item with 1 to 5 by its number.
  private static RatingMatrix rated(InteractionMatrix pattern) {
    float[] ratings = new float[pattern.interactions()];
    for (int position = 0; position < ratings.length; position++) {
      ratings[position] = 1 + pattern.column(position) % 5;
    }
    return RatingMatrix.of(pattern, ratings);
  }

  private static InteractionMatrix interactions(int items, long seed) {
    Random random = new Random(seed);
    int[] offsets = new int[USERS + 1];
    int[] columns = new int[USERS * items];
    int count = 0;
    for (int user = 0; user < USERS; user++) {
      for (int item = 0; item < items; item++) {
        if (random.nextInt(5) == 0) {
          columns[count++] = item;
        }
      }
      offsets[user + 1] = count;
    }
    return InteractionMatrix.of(USERS, items, offsets, java.util.Arrays.copyOf(columns, count));
  }
}
