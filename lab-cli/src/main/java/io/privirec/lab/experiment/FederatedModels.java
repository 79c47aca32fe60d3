package io.privirec.lab.experiment;

import io.privirec.federation.Algorithm;
import io.privirec.federation.als.Als;
import io.privirec.federation.local.InProcessSession;
import io.privirec.federation.privirec.FactorModel;
import io.privirec.federation.privirec.GramModel;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.federation.privirec.PriviRecK;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.graph.ItemGram;
import io.privirec.filter.graph.ItemGramFile;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.lab.evaluation.HistoryRequests;
import io.privirec.lab.process.RunDirectory;
import io.privirec.lab.run.UserSplit;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Models out of real secure sums over participants of this process, each with a part of the users.
///
/// The last P̃ and the last factors are kept, and a model that can do with them takes them: P̃ of
/// one α is summed once, whatever is made of it, and factors of another rank come from a session
/// without P̃. So several models of one cohort would do with services, too.
final class FederatedModels {
  private final InteractionMatrix train;
  private final SortedMap<ParticipantId, RatingMatrix> data = new TreeMap<>();
  private final InProcessSession.Progress progress;
  private double alpha;
  private @Nullable ItemGram gram;
  private @Nullable PowerIteration iteration;
  private @Nullable SpectralFactors factors;

  FederatedModels(
      Dataset dataset, int participants, long seed, InProcessSession.Progress progress) {
    this.train = dataset.train();
    this.progress = progress;
    List<int[]> hands =
        UserSplit.deal(HistoryRequests.users(dataset).toArray(), participants, seed);
    for (int[] hand : hands) {
      data.put(
          new ParticipantId("holder-%05d".formatted(data.size() + 1)),
          dataset.trainRatings().rows(UserSplit.byId(dataset, hand)));
    }
  }

  /// The filter that a session of this algorithm publishes, before it is folded.
  ItemFilter make(PriviRecK algorithm) throws IOException {
    try (RunDirectory work = RunDirectory.temporary()) {
      run(algorithm, work.path());
      return algorithm.model().filter(factors(work.path()));
    }
  }

  /// The filter that a session of PriviRec with this model publishes, before it is folded.
  ItemFilter make(GramModel model) throws IOException {
    ItemGram summed = gram;
    if (summed == null || alpha != model.alpha()) {
      summed = sum(model);
    }
    return model.filter(
        summed,
        model.factors().isPresent()
            ? Optional.of(iterated(model, model.factors().get()))
            : Optional.empty());
  }

  /// The items' vectors that a session of this algorithm publishes.
  ItemFactors make(Als algorithm) throws IOException {
    try (RunDirectory work = RunDirectory.temporary()) {
      run(algorithm, work.path());
      return ItemFactorsFile.read(work.path().resolve(ItemFactorsFile.NAME));
    }
  }

  /// Sums P̃, and iterates for the factors that the model needs.
  private ItemGram sum(GramModel model) throws IOException {
    gram = null; // two of them may not fit
    try (RunDirectory work = RunDirectory.temporary()) {
      run(new PriviRec(train.items(), model, FilterFolder.DEFAULT_TOP_N), work.path());
      ItemGram summed = ItemGramFile.read(work.path().resolve(ReleaseManifest.GRAM));
      gram = summed;
      alpha = model.alpha();
      if (model.factors().isPresent()) {
        iteration = model.factors().get();
        factors = factors(work.path());
      }
      return summed;
    }
  }

  private SpectralFactors iterated(GramModel model, PowerIteration wanted) throws IOException {
    SpectralFactors known = factors;
    if (known != null && wanted.equals(iteration)) {
      return known;
    }
    FactorModel any = new FactorModel.Spectral(FactorFilter.Response.FLAT);
    PriviRecK alone = new PriviRecK(train.items(), wanted, any, FilterFolder.DEFAULT_TOP_N);
    if (alone.tooFewUsers(train.users()).isPresent()) {
      sum(model); // a session that asks everyone for P̃, and iterates too
      return Objects.requireNonNull(factors);
    }
    try (RunDirectory work = RunDirectory.temporary()) {
      run(alone, work.path());
      SpectralFactors fresh = factors(work.path());
      iteration = wanted;
      factors = fresh;
      return fresh;
    }
  }

  private static SpectralFactors factors(Path work) throws IOException {
    return FactorsFile.read(work.resolve(ReleaseManifest.FACTORS));
  }

  private void run(Algorithm algorithm, Path work) throws IOException {
    InProcessSession.Result result = new InProcessSession(algorithm, data, progress).run(work);
    if (result.failure().isPresent()) {
      throw new FailedSessionException(result.failure().get());
    }
  }

  /// What each participant uploads in a session of its own.
  static long bytesUp(Algorithm algorithm) {
    return algorithm.rounds().stream().mapToLong(round -> round.vector().totalBytes()).sum();
  }
}
