package io.privirec.lab.session;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.local.InProcessSession;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.factor.ItemFeatures;
import io.privirec.filter.factor.ItemFeaturesFile;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.lab.evaluation.HistoryRequests;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundKind;
import io.privirec.stage.process.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Participants of this process, each with a part of the users, who run real secure sums.
///
/// @param seed of who holds whom
public record LocalCohort(
    Dataset dataset, int participants, long seed, InProcessSession.Progress progress) {
  /// Reads what a session published.
  @FunctionalInterface
  public interface ReleaseReader<T> {
    T read(Path directory) throws IOException;
  }

  /// Runs a session.
  public <T> T run(AlgorithmSettings algorithm, ReleaseReader<T> reader) throws IOException {
    return run(new InProcessSession(algorithm.algorithm(), data(), progress), null, reader);
  }

  /// Runs a session with noise that its seed decides, so that it can be had again.
  ///
  /// @param noiseOf the kind of rounds that noise is added for; empty: closed ones
  public <T> T run(
      AlgorithmSettings algorithm, Optional<RoundKind> noiseOf, ReleaseReader<T> reader)
      throws IOException {
    return run(algorithm, noiseOf, null, reader);
  }

  /// The same with public features of items.
  ///
  /// @param features of items, for an algorithm that reads them; null: none
  public <T> T run(
      AlgorithmSettings algorithm,
      Optional<RoundKind> noiseOf,
      @Nullable ItemFeatures features,
      ReleaseReader<T> reader)
      throws IOException {
    return run(
        new InProcessSession(algorithm.algorithm(), data(), progress, seeded(seed), noiseOf),
        features,
        reader);
  }

  /// The same bytes for the same seed: for experiments alone.
  public static SecureRandom seeded(long seed) {
    try {
      SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
      random.setSeed(seed);
      return random;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // the JDK has it
    }
  }

  private SortedMap<ParticipantId, RatingMatrix> data() {
    SortedMap<ParticipantId, RatingMatrix> data = new TreeMap<>();
    int[] users = HistoryRequests.users(dataset).toArray();
    for (int[] hand : UserSplit.deal(users, participants, seed)) {
      data.put(
          new ParticipantId("holder-%05d".formatted(data.size() + 1)),
          dataset.trainRatings().rows(UserSplit.byId(dataset, hand)));
    }
    return data;
  }

  private static <T> T run(
      InProcessSession session, @Nullable ItemFeatures features, ReleaseReader<T> reader)
      throws IOException {
    try (RunDirectory work = RunDirectory.temporary()) {
      if (features != null) {
        ItemFeaturesFile.write(work.path().resolve(ItemFeaturesFile.NAME), features);
      }
      InProcessSession.Result result = session.run(work.path());
      if (result.failure().isPresent()) {
        throw new FailedSessionException(result.failure().get());
      }
      return reader.read(work.path());
    }
  }

  /// What each participant uploads in a session of its own.
  public static long bytesUp(AlgorithmSettings algorithm) {
    return algorithm.algorithm().specs().stream()
        .mapToLong(round -> round.vector().totalBytes())
        .sum();
  }
}
