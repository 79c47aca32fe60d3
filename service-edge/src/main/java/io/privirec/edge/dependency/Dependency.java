package io.privirec.edge.dependency;

import java.util.Optional;
import java.util.Set;

/// A dependency that [DependencyWatch] looks at from time to time, beside requests and scrapes.
public interface Dependency {
  /// The label of metrics: `database`.
  String name();

  /// All causes that faults of this dependency have.
  Set<String> causes();

  /// Looks whether the dependency serves. Returns within seconds.
  ///
  /// @return empty if it serves
  Optional<Fault> look();
}
