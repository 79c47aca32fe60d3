package io.privirec.coordinator.draft;

import io.privirec.coordinator.ledger.PlannedBudget;
import io.privirec.federation.Algorithm;
import io.privirec.federation.RoundSpec;
import io.privirec.round.Staging;
import io.privirec.round.StagingBudget;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import io.privirec.wire.SessionPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a session will cost.
final class SessionCosts {
  private SessionCosts() {}

  /// Disk that a session takes beside its rounds: broadcasts, files at work and the release.
  static long besides(Algorithm algorithm) {
    return algorithm.specs().stream().mapToLong(RoundSpec::broadcastBytes).sum()
        + algorithm.publication().bytes();
  }

  /// @param budget of a round that begins now
  /// @param spentAfter ε of the poorest participant after the session; empty if its sums have no
  ///   noise
  /// @param cores chunks that are summed at the same time
  static SessionPlan of(
      SessionDraft draft,
      Optional<PlannedBudget.Spent> spentAfter,
      StagingBudget budget,
      int cores) {
    int cohort = draft.cohort().size();
    long up = 0;
    long down = 0;
    long disk = 0;
    long heap = draft.algorithm().workingSet().coordinator();
    List<SessionPlan.RoundPlan> rounds = new ArrayList<>();
    for (RoundSpec round : draft.algorithm().specs()) {
      VectorSpec vector = round.vector();
      up += vector.totalBytes();
      down += round.broadcastBytes();
      Staging staging = budget.choose(vector, cohort).orElse(StagingBudget.narrowest(vector));
      disk = Math.max(disk, staging.diskBytes(vector, cohort));
      heap = Math.max(heap, 2L * cores * vector.bytesInChunk(0));
      rounds.add(
          new SessionPlan.RoundPlan(
              round.name(),
              vector.length(),
              vector.chunks(),
              vector.ring().bits(),
              vector.scaleBits(),
              vector.capacity().spareBits(vector.ring(), vector.scaleBits(), cohort),
              SessionDraft.staging(staging, vector, cohort)));
    }
    RoundKind kind = draft.firstRound();
    MessageBytes messages = MessageBytes.of(kind, cohort, draft.terms().keyAgreement());
    return new SessionPlan(
        draft.algorithm().id(),
        draft.parameters(),
        SessionDraft.noise(draft.parameters()),
        cohort,
        draft.catalogue().items(),
        draft.terms().threatModel().label(),
        draft.terms().keyAgreement().label(),
        kind instanceof RoundKind.Closed ? "closed" : "tolerant",
        kind instanceof RoundKind.Closed(var roster, _) ? roster.version() : null,
        kind instanceof RoundKind.Closed(_, var cells) ? cells : List.of(),
        messages.neighbours(),
        kind instanceof RoundKind.Tolerant(var counts) ? view(counts) : null,
        spentAfter.map(spent -> PlannedNoise.view(draft, spent)).orElse(null),
        draft
            .itemFeatures()
            .map(known -> new SessionPlan.ItemFeatures(known.categories(), known.described()))
            .orElse(null),
        rounds,
        up,
        down,
        rounds.size() * messages.up(),
        rounds.size() * messages.down(),
        disk + besides(draft.algorithm()),
        heap,
        draft.warnings());
  }

  private static SessionPlan.Thresholds view(Thresholds counts) {
    return new SessionPlan.Thresholds(
        counts.cohort(),
        counts.corrupt(),
        counts.drops(),
        counts.neighbours(),
        counts.threshold(),
        counts.minSurvivors());
  }
}
