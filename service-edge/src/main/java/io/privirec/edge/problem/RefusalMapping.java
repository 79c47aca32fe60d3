package io.privirec.edge.problem;

import java.util.Optional;

/// Says as which problem a service answers what its features refuse. The features throw exceptions
/// of their own, which know nothing of HTTP; each service has one mapping.
@FunctionalInterface
public interface RefusalMapping {
  /// The problem of a refusal; empty if the exception is none.
  Optional<ProblemException> problem(RuntimeException e);
}
