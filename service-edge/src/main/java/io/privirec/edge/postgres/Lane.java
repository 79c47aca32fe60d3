package io.privirec.edge.postgres;

/// Which pool of connections a thread uses. Requests of one lane cannot use up the connections of
/// another lane.
enum Lane {
  /// Threads of the service itself, and requests that read or write in bulk. Without time limits.
  BACKGROUND,
  /// Requests of participants, apps and everybody else.
  PROTOCOL,
  /// Requests with the admin token.
  OPERATOR;

  private static final ThreadLocal<Lane> CURRENT = ThreadLocal.withInitial(() -> BACKGROUND);

  static Lane current() {
    return CURRENT.get();
  }

  /// Leaves the lane when it is closed.
  interface Stay extends AutoCloseable {
    @Override
    void close();
  }

  /// Has this thread use a lane.
  Stay enter() {
    CURRENT.set(this);
    return CURRENT::remove;
  }
}
