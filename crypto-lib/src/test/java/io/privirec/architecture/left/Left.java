package io.privirec.architecture.left;

import io.privirec.architecture.right.Right;

/// Half of a circle.
public record Left(Right other) {}
