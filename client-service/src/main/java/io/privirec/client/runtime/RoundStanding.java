package io.privirec.client.runtime;

import java.util.List;
import java.util.Optional;

/// How far a participant is in one attempt of a round, without secrets: for people.
///
/// @param name the round's name; empty when the record was refused unread
/// @param elements length of the vector
/// @param cells numbers of the cells that it is over, ascending; empty for a tolerant round
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
    int minSurvivors,
    String state,
    Optional<String> abortReason,
    long bytesUp,
    long bytesDown) {
  public static final String NOT_JOINED = "NOT_JOINED";

  public RoundStanding {
    cells = List.copyOf(cells);
  }

  /// Whether the round's terms were accepted.
  public boolean isJoined() {
    return !state.equals(NOT_JOINED);
  }
}
