package io.privirec.lab.experiment;

import io.privirec.federation.PriviRecK;
import io.privirec.filter.graph.Bspm;
import io.privirec.filter.graph.GramProduct;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.graph.ItemGram;
import io.privirec.filter.graph.SparseGfCf;
import io.privirec.filter.graph.TurboCf;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.spectral.LeadingSpectrum;
import io.privirec.filter.spectral.NormalisedInteractions;
import io.privirec.filter.spectral.PowerIteration;

/// Models made from all interactions in one place, exactly as published: what the federated ones
/// are compared with.
final class CentralModels {
  /// P̃ while it is put together: twice its columns and values.
  private static final long BYTES_PER_ENTRY = 16;

  /// Scores, products and powers of a batch, bases, R, the JVM.
  private static final long BYTES_BESIDE = 900L << 20;

  private final InteractionMatrix train;

  CentralModels(InteractionMatrix train) {
    this.train = train;
  }

  /// At most so many bytes of heap are needed; known without computing anything.
  long heapBound() {
    long pairs = 0;
    for (int user = 0; user < train.users(); user++) {
      pairs += (long) train.rowLength(user) * train.rowLength(user);
    }
    long entries = Math.min(pairs, (long) train.items() * train.items());
    return BYTES_BESIDE + BYTES_PER_ENTRY * entries;
  }

  ItemFilter gfCf(Preset.GfCfSettings settings) {
    LeadingSpectrum spectrum = LeadingSpectrum.of(train, settings.k());
    return new SparseGfCf(
        ItemGram.of(train, .5), spectrum.basis(), train.itemDegrees(), settings.gamma());
  }

  ItemFilter ofFactors(PriviRecK algorithm) {
    return ofFactors(algorithm, algorithm.factors().products(train));
  }

  /// @param products of a power iteration that differs in its eigenvalues at most
  static ItemFilter ofFactors(PriviRecK algorithm, PowerIteration.Products products) {
    int idealRank = algorithm.model().idealRank(algorithm.factors().rank());
    return algorithm.model().filter(algorithm.factors().central(products, idealRank));
  }

  ItemFilter turboCf(Preset.TurboCfSettings settings) {
    return new TurboCf(
        ItemGram.of(train, settings.alpha()), settings.exponent(), settings.filter());
  }

  ItemFilter bspm(int rank, Bspm.Settings settings) {
    LeadingSpectrum spectrum = LeadingSpectrum.of(train, rank);
    long[] degrees = train.itemDegrees();
    return new Bspm(
        ItemGram.of(train, .5),
        GramProduct.of(NormalisedInteractions.of(train, degrees)),
        spectrum.basis(),
        degrees,
        settings);
  }
}
