package io.privirec.architecture.circle;

import org.jspecify.annotations.Nullable;

/// Half of a circle inside a package.
public record Owner(Owner.@Nullable Name name) {
  /// A nested type that another type needs.
  public record Name(String text) {}

  Object reader() {
    return new Reader(name);
  }
}
