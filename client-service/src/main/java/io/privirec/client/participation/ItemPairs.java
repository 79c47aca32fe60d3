package io.privirec.client.participation;

import io.privirec.filter.graph.PairSupport;
import io.privirec.filter.matrix.InteractionMatrix;
import java.util.Arrays;

/// How many pairs of different items a participant's users have: what its part of an item Gram
/// matrix shows off the diagonal, each pair counted once.
///
/// @param distinct pairs that at least one user has both items of
/// @param ofOneUser those of them that exactly one user has
public record ItemPairs(long distinct, long ofOneUser) {
  public static ItemPairs of(InteractionMatrix interactions) {
    PairSupport support = PairSupport.of(interactions);
    long[] degrees = interactions.itemDegrees();
    long diagonal = Arrays.stream(degrees).filter(degree -> degree > 0).count();
    long diagonalOfOneUser = Arrays.stream(degrees).filter(degree -> degree == 1).count();
    return new ItemPairs(
        (support.entries() - diagonal) / 2, (support.ofOneUser() - diagonalOfOneUser) / 2);
  }
}
