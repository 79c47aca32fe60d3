package io.privirec.serving.metadata;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// What a filter lets through, as bitmaps over the catalogue that many requests share.
///
/// @param category items of the categories asked for; null: no condition
/// @param available those that are available, too; null: no condition at all
public record Eligibility(@Nullable BitSet category, @Nullable BitSet available) {
  static final Eligibility ALL = new Eligibility(null, null);
}
