package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.ByAlgorithm;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a hosted participant is asked for, or did, in one session, and what left the house.
///
/// @param status `AWAITING_APPROVAL`, `ACTIVE` or `OVER`
/// @param refusal code of the reason why the session was refused; absent: it was not
/// @param terms what was settled at first contact, for whoever approves it; absent: it was refused
/// @param cohort over whom sums are opened; absent: the rounds are tolerant, the session is over,
///   or its roster is not known any more
/// @param snapshot the frozen data that the session uses, or would use: that of its `dataAsOf`;
///   absent: it would be frozen at consent, or nothing of the data is used
/// @param earlierOpenings cells that sums of this participant's data count as opened over already,
///   oldest first; empty unless it awaits approval
/// @param joinsAlone whether an approval is also for joining sessions with noise alone, and must
///   say so; absent: the session does not await approval
/// @param wouldDisclose in words, what taking part would open; empty unless it awaits approval
/// @param bytesUp request bodies sent to the coordinator for this session
/// @param bytesDown broadcasts it needed; participants hosted by one process share the download
/// @param disclosed in words, what the coordinator could see of it
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ParticipationView(
    String sessionId,
    String participant,
    String status,
    @Nullable String refusal,
    @Nullable Terms terms,
    @Nullable Cohort cohort,
    @Nullable Snapshot snapshot,
    List<MaskedCellView> earlierOpenings,
    @Nullable Boolean joinsAlone,
    List<String> wouldDisclose,
    long bytesUp,
    long bytesDown,
    List<RoundParticipation> rounds,
    List<String> disclosed) {
  public ParticipationView {
    earlierOpenings = List.copyOf(earlierOpenings);
    wouldDisclose = List.copyOf(wouldDisclose);
    rounds = List.copyOf(rounds);
    disclosed = List.copyOf(disclosed);
  }

  /// What the session does with whom; rounds that do otherwise are refused.
  ///
  /// @param roundKind `closed`: whole cells or nothing; `tolerant`: participants may leave, and
  ///   nothing depends on data
  /// @param rosterVersion that names the cells; absent: the rounds are tolerant
  /// @param cells whose members are the cohort; an approval is for them. Empty: the rounds are
  ///   tolerant
  /// @param onMissing `wait` or `leave-out-cells`; absent: the rounds are tolerant
  /// @param minParticipants that the cohort may shrink to by whole cells; absent: the rounds are
  ///   tolerant
  /// @param catalogueVersion 0: the session is not about items
  /// @param dataAsOf names the snapshot that the session is over
  /// @param itemPairs of the participant's data that the session opens; absent: it opens none
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Terms(
      String algorithm,
      @ByAlgorithm AlgorithmParameters parameters,
      String threatModel,
      String keyAgreement,
      String roundKind,
      @Nullable Integer rosterVersion,
      List<Integer> cells,
      @Nullable String onMissing,
      @Nullable Integer minParticipants,
      int catalogueVersion,
      Instant dataAsOf,
      @Nullable OpenedPairs itemPairs) {
    public Terms {
      cells = List.copyOf(cells);
    }
  }

  /// The cells that a session is over.
  ///
  /// @param ownCell the one that the participant is in
  /// @param participants of all these cells
  /// @param ownAtom who is told apart together with the participant by sums over all cells that the
  ///   roster lists, added and subtracted
  /// @param smallestAtom the smallest one of the cohort
  public record Cohort(
      List<Cell> cells, int ownCell, int participants, Atom ownAtom, Atom smallestAtom) {
    public Cohort {
      cells = List.copyOf(cells);
    }
  }

  /// A cell and who is in it.
  public record Cell(int number, int minimum, List<String> members) {
    public Cell {
      members = List.copyOf(members);
    }
  }

  /// Participants that stood in exactly the same cells.
  ///
  /// @param holders how many holders they are of
  public record Atom(int holders, List<String> members) {
    public Atom {
      members = List.copyOf(members);
    }
  }

  /// Frozen data.
  ///
  /// @param sha256 digest of the frozen data
  public record Snapshot(String sha256, Instant frozenAt, long users, long interactions) {}

  /// Pairs of different items that the participant's users have.
  ///
  /// @param distinct pairs that at least one of its users has both items of
  /// @param ofOneUser those of them that exactly one of its users has
  public record OpenedPairs(long distinct, long ofOneUser) {}

  /// One attempt of a round as this participant lived it.
  ///
  /// @param state the furthest reached
  /// @param abortReason why it was given up there; absent: it was not
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RoundParticipation(
      String roundId,
      int roundIndex,
      int attempt,
      String name,
      String state,
      @Nullable String abortReason) {}
}
