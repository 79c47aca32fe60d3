package io.privirec.serving;

import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.wire.ReleaseManifest;
import java.util.Optional;

/**
 * Knows which filter a release was folded from; algorithms and their parameters are not known here.
 */
@FunctionalInterface
public interface ExactForm {
  /**
   * The filter before it was folded.
   *
   * @param manifest of a verified release
   * @param factors its factors
   * @return empty where it is no product of factors
   */
  Optional<FactorFilter> of(ReleaseManifest manifest, SpectralFactors factors);
}
