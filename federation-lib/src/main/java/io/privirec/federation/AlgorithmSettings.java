package io.privirec.federation;

/// The settled parameters of an algorithm, as its family computes with them.
public interface AlgorithmSettings {
  /// The algorithm of these parameters.
  Algorithm algorithm();
}
