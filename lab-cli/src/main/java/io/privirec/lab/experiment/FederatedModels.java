package io.privirec.lab.experiment;

import io.privirec.federation.Algorithm;
import io.privirec.federation.InProcessSession;
import io.privirec.federation.PriviRec;
import io.privirec.federation.PriviRecK;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.graph.ItemGramFile;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.lab.run.InvalidOptionException;
import io.privirec.lab.run.UserSplit;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Models out of real secure sums over participants of this process, each with a part of the users.
final class FederatedModels {
  private final InteractionMatrix train;
  private final SortedMap<ParticipantId, InteractionMatrix> data = new TreeMap<>();
  private final InProcessSession.Progress progress;

  FederatedModels(
      Dataset dataset, int participants, long seed, InProcessSession.Progress progress) {
    this.train = dataset.train();
    this.progress = progress;
    List<int[]> hands =
        UserSplit.deal(
            IntStream.range(0, dataset.users()).filter(user -> train.rowLength(user) > 0).toArray(),
            participants,
            seed);
    for (int[] hand : hands) {
      data.put(
          new ParticipantId("holder-%05d".formatted(data.size() + 1)),
          train.rows(UserSplit.byId(dataset, hand)));
    }
  }

  /// What a session gave.
  ///
  /// @param bytesUp masked vectors of one participant
  record Made(ItemFilter filter, long bytesUp) {}

  /// The filter that a session of this algorithm publishes, before it is folded.
  Made make(PriviRecK algorithm) throws IOException {
    return make(algorithm, work -> algorithm.model().filter(factors(work)));
  }

  /// Likewise.
  Made make(PriviRec algorithm) throws IOException {
    return make(
        algorithm,
        work ->
            algorithm
                .model()
                .filter(
                    ItemGramFile.read(work.resolve(ReleaseManifest.GRAM)),
                    algorithm.model().factors().isPresent()
                        ? Optional.of(factors(work))
                        : Optional.empty()));
  }

  private static SpectralFactors factors(Path work) throws IOException {
    return FactorsFile.read(work.resolve(ReleaseManifest.FACTORS));
  }

  @FunctionalInterface
  private interface FilterReader {
    ItemFilter read(Path work) throws IOException;
  }

  private Made make(Algorithm algorithm, FilterReader reader) throws IOException {
    Path work = Files.createTempDirectory("privirec-lab-");
    try {
      InProcessSession.Result result = new InProcessSession(algorithm, data, progress).run(work);
      if (result.failure().isPresent()) {
        throw new InvalidOptionException("the session failed: " + result.failure().get().detail());
      }
      return new Made(reader.read(work), result.bytesUp());
    } finally {
      deleteTree(work);
    }
  }

  private static void deleteTree(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
