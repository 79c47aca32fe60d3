package io.privirec.architecture.circle;

import org.jspecify.annotations.Nullable;

/// The other half.
public record Reader(Owner.@Nullable Name name) {}
