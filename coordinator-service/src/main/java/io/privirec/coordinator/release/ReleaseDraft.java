package io.privirec.coordinator.release;

import io.privirec.federation.Disclosure;
import io.privirec.privacy.Distributed;
import io.privirec.secagg.ThreatModel;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.util.List;
import java.util.Optional;

/// What a release says of its session.
///
/// @param disclosure what the sums of its algorithm show
/// @param model how it is scored, and what was made into that
/// @param threatModel of its rounds
/// @param participants whose data is in the last sum
/// @param cells of a session over cells
/// @param noise of every sum that was opened, or may have been; empty where they are exact
/// @param rounds secure sums that were opened
public record ReleaseDraft(
    String id,
    String sessionId,
    String algorithm,
    Disclosure disclosure,
    ThreatModel threatModel,
    ReleaseManifest.Model model,
    AlgorithmParameters parameters,
    CatalogueVersion catalogue,
    int participants,
    Optional<WholeCells> cells,
    List<Distributed> noise,
    int rounds) {
  public ReleaseDraft {
    noise = List.copyOf(noise);
  }

  /// What sums were over that are opened over whole cells or not at all.
  ///
  /// @param rosterVersion that names them
  /// @param numbers of the cells whose members are in the sums
  /// @param leftOut that the session began with and went on without
  /// @param smallestAtom holders of the smallest atom of these cells
  public record WholeCells(
      int rosterVersion, List<Integer> numbers, List<Integer> leftOut, int smallestAtom) {
    public WholeCells {
      numbers = List.copyOf(numbers);
      leftOut = List.copyOf(leftOut);
    }
  }
}
