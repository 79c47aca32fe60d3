package io.privirec.edge.postgres;

import org.jspecify.annotations.Nullable;

/** The embedded PostgreSQL cannot run here; says what to do instead. */
final class EmbeddedDatabaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String remedy;

  EmbeddedDatabaseException(String message, String remedy, @Nullable Throwable cause) {
    super(message, cause);
    this.remedy = remedy;
  }

  String remedy() {
    return remedy;
  }
}
