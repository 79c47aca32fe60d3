package io.privirec.client.runtime;

import java.util.Optional;

/// How far a participant is in one attempt of a round, without secrets: for people.
///
/// @param name the round's name; empty when the record was refused unread
/// @param elements length of the vector
/// @param state `ADVERTISED`, `SHARED`, `MASKING`, `COMMITTED`, `ANSWERED` or `ABORTED`
public record RoundStanding(
    RoundKey key,
    String name,
    long elements,
    int minSurvivors,
    String state,
    Optional<String> abortReason,
    long bytesUp,
    long bytesDown) {}
