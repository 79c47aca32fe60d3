package io.privirec.lab.privirec;

import io.privirec.federation.factors.FactorModel;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.TestUsers;
import io.privirec.lab.session.Room;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/// Chooses rank, iterations and response of the spectral model by NDCG@20 on a seeded tenth of
/// train that is held out for it; test takes no part. Each candidate uploads (k L + 1) m ≤ 1,600 m
/// numbers per participant.
final class SpectralGrid {
  /// (k, L); k · L ≤ 1,599.
  private static final List<Size> SIZES =
      List.of(
          new Size(256, 4),
          new Size(256, 6),
          new Size(384, 3),
          new Size(384, 4),
          new Size(512, 2),
          new Size(512, 3),
          new Size(768, 2));

  private record Size(int k, int iterations) {}

  /// @param ndcg on the validation part
  record Candidate(PriviRecK algorithm, double ndcg) {}

  private SpectralGrid() {}

  /// What its largest candidate needs.
  static Room room(Dataset dataset) {
    int largest = Math.min(dataset.users(), dataset.items());
    return SIZES.stream()
        .map(size ->
            new PowerIteration(
                Math.min(size.k, largest), 0, size.iterations, Eigenvalues.DIAG_T, 0))
        .map(factors -> Room.factors(factors, dataset))
        .reduce(Room.NONE, Room::or);
  }

  /// The best, of those that the data has users and items enough for.
  ///
  /// @param federated whether a session is to make it, whose products must be fewer than users
  /// @param measured hears of each candidate
  static Candidate choose(
      Dataset dataset, boolean federated, long seed, Consumer<Candidate> measured) {
    Dataset validation = ValidationPart.of(dataset);
    LocalEvaluation local = new LocalEvaluation(new TestUsers(validation));
    int largest = Math.min(dataset.users(), dataset.items());
    List<Size> sizes =
        SIZES.stream()
            .map(size -> {
              int most = federated ? (dataset.users() - 1) / size.iterations : largest;
              return new Size(Math.min(size.k, Math.min(most, largest)), size.iterations);
            })
            .filter(size -> size.k > 0)
            .distinct()
            .toList();
    List<Candidate> candidates = new ArrayList<>();
    for (Size size : sizes) {
      for (Candidate candidate : candidates(size, validation, local, seed)) {
        measured.accept(candidate);
        candidates.add(candidate);
      }
    }
    return candidates.stream().max(Comparator.comparingDouble(Candidate::ndcg)).orElseThrow();
  }

  /// All responses of one size, from the same products.
  private static List<Candidate> candidates(
      Size size, Dataset validation, LocalEvaluation local, long seed) {
    PowerIteration factors =
        new PowerIteration(size.k, 0, size.iterations, Eigenvalues.DIAG_T, seed);
    PowerIteration.Products products = factors.products(validation.train());
    List<Candidate> candidates = new ArrayList<>();
    for (FactorFilter.Response response : FactorFilter.Response.values()) {
      PriviRecK algorithm =
          new PriviRecK(
              validation.items(),
              factors,
              new FactorModel.Spectral(response),
              FilterFolder.DEFAULT_TOP_N);
      candidates.add(
          new Candidate(
              algorithm, local.exact(CentralModels.ofFactors(algorithm, products)).ndcg()));
    }
    return candidates;
  }
}
