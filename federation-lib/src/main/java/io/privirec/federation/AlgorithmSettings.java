package io.privirec.federation;

/// The settled parameters of an algorithm, as its family computes with them.
public interface AlgorithmSettings {
  /// The algorithm of these parameters, for a single session: its rounds may keep numbers that a
  /// participant drew or read in an earlier round.
  Algorithm algorithm();
}
