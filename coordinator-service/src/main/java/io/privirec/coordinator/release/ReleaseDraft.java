package io.privirec.coordinator.release;

import io.privirec.federation.Disclosure;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.util.List;

/// What a release says of its session.
///
/// @param disclosure what the sums of its algorithm show
/// @param model how it is scored, and what was made into that
/// @param participants whose data is in the sums
/// @param cells whose members these are
/// @param cellsLeftOut that the session began with and went on without
/// @param smallestAtom holders of the smallest atom of these cells
/// @param rounds secure sums that were opened
public record ReleaseDraft(
    String id,
    String sessionId,
    String algorithm,
    Disclosure disclosure,
    ReleaseManifest.Model model,
    AlgorithmParameters parameters,
    CatalogueVersion catalogue,
    int participants,
    int rosterVersion,
    List<Integer> cells,
    List<Integer> cellsLeftOut,
    int smallestAtom,
    int rounds) {
  public ReleaseDraft {
    cells = List.copyOf(cells);
    cellsLeftOut = List.copyOf(cellsLeftOut);
  }
}
