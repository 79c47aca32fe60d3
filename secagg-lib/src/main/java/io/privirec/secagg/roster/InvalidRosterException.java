package io.privirec.secagg.roster;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A roster that cannot be. Names what is at fault, so that a parser can say in which line.
final class InvalidRosterException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient @Nullable Object subject;

  /// @param subject the number of a cell, the id of a member, a waiver, or a departure clause
  InvalidRosterException(Object subject, String message) {
    super(message);
    this.subject = subject;
  }

  Optional<Object> subject() {
    return Optional.ofNullable(subject);
  }
}
