package io.privirec.secagg.graph;

import io.privirec.crypto.digest.Digest;

/// Who holds shares of whose secrets, and who masks against whom. Participants are the indices 1 to
/// [#size()]; neighbourhood is mutual. Immutable.
public sealed interface SharingGraph permits CompleteGraph, CirculantGraph {

  /// Everyone is everyone's neighbour, and holds one share of everybody's secrets, its own
  /// included.
  ///
  /// @param size participants, at least 2
  static SharingGraph complete(int size) {
    return new CompleteGraph(size);
  }

  /// A Harary graph on places that the seed shuffles: the participants stand in a circle in the
  /// order of a random permutation, and each is the neighbour of the `neighbours / 2` next ones on
  /// either side. Holders of a participant's shares are its neighbours without itself.
  ///
  /// The permutation, so that another implementation finds the same: let W₀, W₁, … be the 32-bit
  /// big-endian words of
  ///
  /// ```
  /// SHA-256(T ‖ seed ‖ be32(0)) ‖ SHA-256(T ‖ seed ‖ be32(1)) ‖ …     T = "secagg/v1/graph-order"
  /// ```
  ///
  /// Start with order = (1, 2, …, size). For i = size − 1 down to 1: take the next word W; while W
  /// ≥ (i + 1) · ⌊2³² / (i + 1)⌋, take the next one instead; swap the entries i and W mod (i + 1)
  /// of order, counted from 0 (Fisher–Yates; the words that would favour small remainders are
  /// skipped).
  ///
  /// The seed is public. It must not be the choice of one party: who could try seeds could place
  /// corrupt participants around a victim.
  ///
  /// @param size participants, at least 3
  /// @param neighbours even, in [2, size - 1]
  /// @param seed fixed after all keys are
  static SharingGraph random(int size, int neighbours, Digest seed) {
    return new CirculantGraph(size, neighbours, seed);
  }

  /// Number of participants.
  int size();

  /// The neighbours of a participant, ascending, without itself. A copy.
  int[] neighbours(int index);

  /// Those who hold a share of a participant's secrets, ascending. A copy.
  int[] holders(int owner);

  /// The index of a holder's share of an owner's secrets: its place among the [#holders(int)],
  /// counted from 1.
  ///
  /// @throws IllegalArgumentException if it holds none
  int shareIndex(int owner, int holder);

  /// Whether two participants are neighbours; nobody is its own.
  boolean areNeighbours(int one, int other);
}
