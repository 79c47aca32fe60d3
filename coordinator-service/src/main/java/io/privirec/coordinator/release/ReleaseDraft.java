package io.privirec.coordinator.release;

import io.privirec.wire.AlgorithmParameters;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.SessionView;
import java.util.List;

/// What a release says of its session.
///
/// @param opensItemPairs whether a sum of its algorithm shows pairs of items of single users
/// @param model what its filter was folded from
/// @param rounds secure sums that were opened
/// @param minSurvivors fewest contributions that any opened sum could hold
public record ReleaseDraft(
    String id,
    String sessionId,
    String algorithm,
    boolean opensItemPairs,
    String model,
    AlgorithmParameters parameters,
    CatalogueVersion catalogue,
    String threatModel,
    int cohortSize,
    List<String> survivors,
    List<SessionView.Missing> missing,
    int rounds,
    int minSurvivors) {
  public ReleaseDraft {
    survivors = List.copyOf(survivors);
    missing = List.copyOf(missing);
  }
}
