package io.privirec.filter.data;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One line of an interaction file.
///
/// @param user of 1 to [EntityId#MAX_LENGTH] characters, none of them a control
/// @param item like user
/// @param rating finite, or NaN where the line has none
/// @param occurredAt in the years 1 to 9999, or null where the line has none
public record Interaction(String user, String item, float rating, @Nullable Instant occurredAt) {}
