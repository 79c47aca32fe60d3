package io.privirec.edge.lifecycle;

import org.jspecify.annotations.Nullable;

/// The service cannot start as things are; says what to do instead.
public final class StartRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String remedy;

  public StartRefusedException(String message, String remedy, @Nullable Throwable cause) {
    super(message, cause);
    this.remedy = remedy;
  }

  String remedy() {
    return remedy;
  }
}
