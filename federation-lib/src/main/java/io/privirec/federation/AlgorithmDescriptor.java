package io.privirec.federation;

import io.privirec.wire.algorithm.AlgorithmParameters;
import java.util.Optional;
import java.util.function.LongSupplier;

/// One algorithm as sessions ask for it: its parameters in the API, whose type has its name, and
/// the way from them to the [Algorithm]. Both ends of a session go this way, so that they cannot
/// differ in it.
///
/// Parameters come in with the defaults of their record, but not necessarily in its ranges.
/// Pointers of refusals begin with `/parameters`.
///
/// @param <P> its parameters in the API
public interface AlgorithmDescriptor<P extends AlgorithmParameters> {
  /// The parameters of a request that gives none.
  P defaults();

  /// Returns whether the sums of its sessions can carry noise.
  NoiseForm noiseForm();

  /// Returns how programs with data at hand offer the algorithm; empty if it makes no model.
  Optional<Offer> offer();

  /// Whether its sessions are about the items of a catalogue.
  default boolean needsCatalogue() {
    return true;
  }

  /// Fills in what depends on the catalogue or is drawn.
  ///
  /// @param items length of the session's catalogue, 0 without one
  /// @param participants that the session is to have
  /// @param seeds draws the public seed when none is given
  P settle(P asked, int items, int participants, LongSupplier seeds)
      throws InvalidParametersException;

  /// The settings of settled parameters.
  ///
  /// @throws InvalidParametersException if one is missing or is not one of its choices
  /// @throws IllegalArgumentException if one is out of range
  AlgorithmSettings build(P settled, int items) throws InvalidParametersException;
}
