package io.privirec.client.participation;

import io.privirec.secagg.ParticipantId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// How far a participant is in an attempt of a round, without secrets: for people.
///
/// @param name the round's name; empty when the record was refused unread
/// @param elements length of the vector
/// @param cells numbers of the cells that it is over, ascending; empty for a tolerant round
/// @param cohort of a tolerant round; empty for a closed round
/// @param minSurvivors fewest contributions that an opened sum holds; all of them in a closed round
/// @param state the furthest reached: `ADVERTISED`, `REVEALED`, `ENCAPSULATED`, `SHARED`,
///   `MASKING`, `CONTRIBUTED`, `COMMITTED`, `CONFIRMED` or `ANSWERED`; [#NOT_JOINED] where the
///   record was refused
/// @param abortReason why it was given up there; empty when it was not
public record RoundStanding(
    RoundKey key,
    String name,
    long elements,
    List<Integer> cells,
    Set<ParticipantId> cohort,
    int minSurvivors,
    String state,
    Optional<String> abortReason,
    long bytesUp,
    long bytesDown) {
  public static final String NOT_JOINED = "NOT_JOINED";

  private static final String ANSWERED = "ANSWERED";

  /// The states of a tolerant round whose survivors the participant has signed.
  private static final Set<String> AGREED = Set.of("CONFIRMED", ANSWERED);

  /// The states of a tolerant round whose masked vector is complete.
  private static final Set<String> MASKED = Set.of("COMMITTED", "CONFIRMED", ANSWERED);

  public RoundStanding {
    cells = List.copyOf(cells);
    cohort = Set.copyOf(cohort);
  }

  /// Whether the round's terms were accepted.
  public boolean isJoined() {
    return !state.equals(NOT_JOINED);
  }

  /// Whether the coordinator may count the participant among the survivors of a tolerant round.
  public boolean mayHaveSurvived() {
    return MASKED.contains(state);
  }

  /// Whether the participant has agreed on the survivors of a tolerant round.
  public boolean hasAgreed() {
    return AGREED.contains(state);
  }

  /// Whether the participant helped to open the sum of a tolerant round.
  public boolean isAnswered() {
    return state.equals(ANSWERED);
  }
}
