package io.privirec.client.runtime;

import java.util.Optional;

/// How far a participant is in one attempt of a round, without secrets: for people.
///
/// @param name the round's name; empty when the record was refused unread
/// @param elements length of the vector
/// @param state the furthest reached: `ADVERTISED`, `REVEALED`, `SHARED`, `MASKING`, `COMMITTED`,
///   `CONFIRMED` or `ANSWERED`; [#NOT_JOINED] where the record was refused
/// @param abortReason why it was given up there; empty when it was not
public record RoundStanding(
    RoundKey key,
    String name,
    long elements,
    int minSurvivors,
    String state,
    Optional<String> abortReason,
    long bytesUp,
    long bytesDown) {
  public static final String NOT_JOINED = "NOT_JOINED";
}
