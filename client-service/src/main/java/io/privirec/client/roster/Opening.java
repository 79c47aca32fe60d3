package io.privirec.client.roster;

import io.privirec.secagg.roster.MaskedCell;
import java.time.Instant;

/// A cell that every later roster must list.
///
/// @param masked whether the participant masked for it, so that its sum counts as opened
public record Opening(MaskedCell cell, Instant firstJoinedAt, boolean masked) {}
