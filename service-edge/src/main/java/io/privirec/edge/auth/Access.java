package io.privirec.edge.auth;

import java.util.Set;

/// Whom a rule lets in.
enum Access {
  OPEN,
  ADMIN,
  PARTICIPANT,
  ADMIN_OR_PARTICIPANT;

  static final String ADMIN_AUTHORITY = "ADMIN";
  static final String PARTICIPANT_AUTHORITY = "PARTICIPANT";

  /// Any of these suffices; empty for everybody.
  Set<String> authorities() {
    return switch (this) {
      case OPEN -> Set.of();
      case ADMIN -> Set.of(ADMIN_AUTHORITY);
      case PARTICIPANT -> Set.of(PARTICIPANT_AUTHORITY);
      case ADMIN_OR_PARTICIPANT -> Set.of(ADMIN_AUTHORITY, PARTICIPANT_AUTHORITY);
    };
  }
}
