package io.privirec.architecture.circle;

/// A sealed type that knows what it permits: no circle.
public sealed interface Shape permits Square {
  /// Returns a shape.
  static Shape unit() {
    return new Square(1);
  }
}
