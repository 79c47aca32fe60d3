package io.privirec.architecture.right;

import io.privirec.architecture.left.Left;

/// Half of a circle.
public record Right(Left other) {}
