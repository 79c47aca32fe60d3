package io.privirec.lab.privirec;

import io.privirec.federation.factors.PriviRecK;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.Bspm;
import io.privirec.filter.graph.GramProduct;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.graph.ItemGram;
import io.privirec.filter.graph.PairSupport;
import io.privirec.filter.graph.SparseGfCf;
import io.privirec.filter.graph.TurboCf;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.spectral.LeadingSpectrum;
import io.privirec.filter.spectral.NormalisedInteractions;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.lab.evaluation.HistoryRequests;
import io.privirec.lab.session.Room;
import io.privirec.wire.algorithm.FactorParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Models made from all interactions in one place, exactly as published: what the federated ones
/// are compared with.
///
/// The last P̃ and the last eigenvectors are kept: models that follow each other share them.
public final class CentralModels {
  private final InteractionMatrix train;
  private double alpha;
  private @Nullable ItemGram gram;
  private int rank;
  private @Nullable LeadingSpectrum spectrum;

  public CentralModels(InteractionMatrix train) {
    this.train = train;
  }

  /// The default rank of the ideal low-pass part of GF-CF.
  public static int rank(Dataset dataset) {
    int users = (int) HistoryRequests.users(dataset).count();
    return FactorParameters.defaultRank(Math.min(users, dataset.items()));
  }

  /// GF-CF of all interactions, of the paper's γ and the default rank.
  ///
  /// @throws InvalidOptionException if it may need more heap than this process has
  public static ItemFilter gfCf(Dataset dataset) throws IOException {
    InteractionMatrix train = dataset.train();
    int rank = rank(dataset);
    Room.central(PairSupport.of(train).entries(), rank, dataset).require();
    return new SparseGfCf(
        ItemGram.of(train, .5),
        LeadingSpectrum.of(train, rank).basis(),
        train.itemDegrees(),
        Preset.GOWALLA.gfCf().gamma());
  }

  /// The filter of a model on P̃.
  public ItemFilter filter(Recommender model, Preset settings) {
    return switch (model) {
      case POPULARITY, PRIVIREC_K, SPECTRAL ->
          throw new IllegalArgumentException(model + " is not a model on P̃");
      case LINEAR -> new TurboCf(gram(.5), 1, 1);
      case GF_CF ->
          new SparseGfCf(
              gram(.5),
              spectrum(settings.gfCf().k()).basis(),
              train.itemDegrees(),
              settings.gfCf().gamma());
      case TURBO_CF -> {
        PriviRecParameters.TurboCf turbo = settings.turboCf();
        ItemGram powers = gram(turbo.alpha());
        yield turbo.exponent() == 1
            ? new TurboCf(
                powers,
                GramProduct.of(
                    NormalisedInteractions.of(train, train.itemDegrees(), turbo.alpha())),
                turbo.filter())
            : new TurboCf(powers, turbo.exponent(), turbo.filter());
      }
      case BSPM_LM -> bspm(settings.bspmRank(), settings.bspm(Bspm.Merge.LATE));
      case BSPM_EM -> bspm(settings.bspmRank(), settings.bspm(Bspm.Merge.EARLY));
    };
  }

  private ItemFilter bspm(int k, Bspm.Settings settings) {
    long[] degrees = train.itemDegrees();
    return new Bspm(
        gram(.5),
        GramProduct.of(NormalisedInteractions.of(train, degrees)),
        spectrum(k).basis(),
        degrees,
        settings);
  }

  private ItemGram gram(double wanted) {
    if (gram == null || alpha != wanted) {
      gram = null; // two of them may not fit
      gram = ItemGram.of(train, wanted);
      alpha = wanted;
    }
    return gram;
  }

  private LeadingSpectrum spectrum(int wanted) {
    int k = Math.min(wanted, Math.min(train.users(), train.items()));
    if (spectrum == null || rank != k) {
      spectrum = LeadingSpectrum.of(train, k);
      rank = k;
    }
    return spectrum;
  }

  /// The filter of an algorithm.
  ///
  /// @param products of a power iteration that differs in its eigenvalues at most
  public static ItemFilter ofFactors(PriviRecK algorithm, PowerIteration.Products products) {
    int idealRank = algorithm.model().idealRank(algorithm.factors().rank());
    return algorithm.model().filter(algorithm.factors().central(products, idealRank));
  }
}
