package io.privirec.wire;

import java.util.List;

/**
 * What a session would cost, before it starts.
 *
 * @param keyAgreement {@code x25519} or {@code x25519-mlkem768}
 * @param items length of the catalogue; 0 where the algorithm is not about items
 * @param bytesUpPerParticipant masked input over all rounds, without protocol messages
 * @param bytesDownPerParticipant broadcasts over all rounds
 * @param protocolBytesUpPerParticipant at most, over all rounds: keys, shares, signatures, reveals
 * @param protocolBytesDownPerParticipant at most, over all rounds: everyone's keys, shares,
 *     survivors
 * @param coordinatorDiskBytes staged contributions and sums of the largest round, all broadcasts,
 *     what is kept between rounds, and the release; where it depends on the data, as expected
 * @param coordinatorHeapBytes largest working set of the coordinator's numeric steps
 */
public record SessionPlan(
    String algorithm,
    @ByAlgorithm AlgorithmParameters parameters,
    int participants,
    int items,
    String threatModel,
    String keyAgreement,
    Thresholds thresholds,
    List<RoundPlan> rounds,
    long bytesUpPerParticipant,
    long bytesDownPerParticipant,
    long protocolBytesUpPerParticipant,
    long protocolBytesDownPerParticipant,
    long coordinatorDiskBytes,
    long coordinatorHeapBytes) {
  public SessionPlan {
    rounds = List.copyOf(rounds);
  }

  /**
   * The counts of the first round. They follow from cohort, threat model and fractions.
   *
   * @param corrupt participants that may collude with the coordinator
   * @param drops participants that may leave the round
   * @param neighbours participants that each one shares its secrets with
   * @param threshold shares that reconstruct a secret
   * @param minSurvivors participants that must be left in every phase
   */
  public record Thresholds(
      int cohort, int corrupt, int drops, int neighbours, int threshold, int minSurvivors) {}

  /**
   * One round of the plan.
   *
   * @param spareBits ring bits left above the proven capacity
   */
  public record RoundPlan(
      String name,
      long elements,
      int chunks,
      int ringBits,
      int scaleBits,
      double spareBits,
      StagingView staging) {}
}
