package io.privirec.wire;

import java.util.List;

/**
 * What a session would cost, before it starts.
 *
 * @param bytesUpPerParticipant masked input over all rounds, without protocol messages
 * @param bytesDownPerParticipant broadcasts over all rounds
 * @param coordinatorDiskBytes staged contributions and sums at their peak
 * @param coordinatorHeapBytes largest working set of the coordinator's numeric steps
 */
public record SessionPlan(
    String algorithm,
    @ByAlgorithm AlgorithmParameters parameters,
    int participants,
    int items,
    String threatModel,
    Thresholds thresholds,
    List<RoundPlan> rounds,
    long bytesUpPerParticipant,
    long bytesDownPerParticipant,
    long coordinatorDiskBytes,
    long coordinatorHeapBytes) {
  public SessionPlan {
    rounds = List.copyOf(rounds);
  }

  /** Absolute counts of the complete graph. */
  public record Thresholds(int cohort, int corrupt, int drops, int threshold, int minSurvivors) {}

  /**
   * One round of the plan.
   *
   * @param spareBits ring bits left above the proven capacity
   */
  public record RoundPlan(
      String name, long elements, int chunks, int ringBits, int scaleBits, double spareBits) {}
}
