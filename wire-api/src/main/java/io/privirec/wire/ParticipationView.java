package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a hosted participant did in one session, and what left the house.
 *
 * @param status {@code AWAITING_APPROVAL}, {@code ACTIVE} or {@code OVER}
 * @param refusal code of the reason why the session was refused at first contact; absent: it was
 *     not
 * @param terms what was settled at first contact, for whoever approves it; absent: it was refused
 * @param wouldDisclose in words, what taking part would open; empty unless it awaits approval
 * @param bytesUp request bodies sent to the coordinator for this session
 * @param bytesDown broadcasts it needed; participants hosted by one process share the download
 * @param disclosed in words, what the coordinator could see of it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ParticipationView(
    String sessionId,
    String participant,
    String status,
    @Nullable String refusal,
    @Nullable Terms terms,
    List<String> wouldDisclose,
    long bytesUp,
    long bytesDown,
    List<RoundParticipation> rounds,
    List<String> disclosed) {
  public ParticipationView {
    wouldDisclose = List.copyOf(wouldDisclose);
    rounds = List.copyOf(rounds);
    disclosed = List.copyOf(disclosed);
  }

  /**
   * What the session does with whom; rounds that do otherwise are refused.
   *
   * @param catalogueVersion 0: the session is not about items
   * @param itemPairs of the participant's data that the session opens; absent: it opens none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Terms(
      String algorithm,
      @ByAlgorithm AlgorithmParameters parameters,
      String threatModel,
      String keyAgreement,
      String onLoss,
      int catalogueVersion,
      @Nullable OpenedPairs itemPairs) {}

  /**
   * Pairs of different items that the participant's users have, in the data frozen for the session.
   *
   * @param distinct pairs that at least one of its users has both items of
   * @param ofOneUser those of them that exactly one of its users has
   */
  public record OpenedPairs(long distinct, long ofOneUser) {}

  /**
   * One attempt of a round as this participant lived it.
   *
   * @param state the furthest reached
   * @param abortReason why it was given up there; absent: it was not
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RoundParticipation(
      String roundId,
      int roundIndex,
      int attempt,
      String name,
      String state,
      @Nullable String abortReason) {}
}
