package io.privirec.lab.privirec;

import io.privirec.federation.factors.FactorModel;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.privirec.GramModel;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.graph.ItemGram;
import io.privirec.filter.graph.ItemGramFile;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.lab.session.LocalCohort;
import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Models out of real secure sums over participants of this process, each with a part of the users.
///
/// The last P̃ and the last factors are kept, and a model that can do with them takes them: P̃ of
/// one α is summed once, whatever is made of it, and factors of another rank come from a session
/// without P̃. So several models of one cohort would do with services, too.
public final class FederatedModels {
  private final LocalCohort cohort;
  private final InteractionMatrix train;
  private double alpha;
  private @Nullable ItemGram gram;
  private @Nullable PowerIteration iteration;
  private @Nullable SpectralFactors factors;

  public FederatedModels(LocalCohort cohort) {
    this.cohort = cohort;
    this.train = cohort.dataset().train();
  }

  /// The filter that a session of this algorithm publishes, before it is folded.
  public ItemFilter make(PriviRecK algorithm) throws IOException {
    return algorithm.model().filter(cohort.run(algorithm, FederatedModels::factors));
  }

  /// The filter that a session of PriviRec with this model publishes, before it is folded.
  public ItemFilter make(GramModel model) throws IOException {
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

  /// Sums P̃, and iterates for the factors that the model needs.
  private ItemGram sum(GramModel model) throws IOException {
    gram = null; // two of them may not fit
    PriviRec algorithm = new PriviRec(train.items(), model, FilterFolder.DEFAULT_TOP_N);
    return cohort.run(
        algorithm,
        release -> {
          ItemGram summed = ItemGramFile.read(release.resolve(ReleaseManifest.GRAM));
          gram = summed;
          alpha = model.alpha();
          if (model.factors().isPresent()) {
            iteration = model.factors().get();
            factors = factors(release);
          }
          return summed;
        });
  }

  private SpectralFactors iterated(GramModel model, PowerIteration wanted) throws IOException {
    SpectralFactors known = factors;
    if (known != null && wanted.equals(iteration)) {
      return known;
    }
    FactorModel any = new FactorModel.Spectral(FactorFilter.Response.FLAT);
    PriviRecK alone = new PriviRecK(train.items(), wanted, any, FilterFolder.DEFAULT_TOP_N);
    if (alone.refusal(train.users(), train.itemDegrees()).isPresent()) {
      sum(model); // a session that asks everyone for P̃, and iterates too
      return Objects.requireNonNull(factors);
    }
    SpectralFactors fresh = cohort.run(alone, FederatedModels::factors);
    iteration = wanted;
    factors = fresh;
    return fresh;
  }

  private static SpectralFactors factors(Path release) throws IOException {
    return FactorsFile.read(release.resolve(ReleaseManifest.FACTORS));
  }
}
