package io.privirec.privacy;

/// One release with noise, as far as its privacy goes.
///
/// Sensitivities are bounds on the difference that one unit makes, for the unit and the adjacency
/// of the claim. That data keeps them, and that noise is drawn as said, is for the caller to see
/// to.
public sealed interface Mechanism permits Concentrated, Distributed {

  /// A bound of the Rényi divergence between the releases of neighbouring data.
  ///
  /// @param order α > 1; whole where a mechanism is not [Concentrated]
  double renyi(double order);

  /// What the mechanism is, in words, with its parameters.
  String inWords();
}
