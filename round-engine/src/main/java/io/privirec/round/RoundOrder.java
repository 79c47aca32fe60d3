package io.privirec.round;

import io.privirec.secagg.RoundRecord;
import java.time.Duration;
import java.util.Optional;

/// Asks for a round to be opened.
///
/// @param terms what is signed
/// @param name shown to people
/// @param broadcast file that contributors download first, by a name that the opener knows
/// @param staging how its chunks are kept until they are summed
/// @param phaseDeadline how long each phase may last
public record RoundOrder(
    RoundRecord terms,
    String name,
    Optional<String> broadcast,
    Staging staging,
    Duration phaseDeadline) {}
