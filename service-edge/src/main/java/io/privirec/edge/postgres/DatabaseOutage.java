package io.privirec.edge.postgres;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/// Tells failures that come from a database which cannot serve now, and will again, from defects.
public final class DatabaseOutage {
  /// SQLSTATE class of connection exceptions.
  private static final String CONNECTION = "08";

  /// SQLSTATE class of insufficient resources: disk, memory, connections.
  private static final String RESOURCES = "53";

  /// Of these classes, but sent wrongly or never to succeed: protocol violation, own limit.
  private static final String DEFECT = "08P01|53400";

  /// SQLSTATEs of PostgreSQL: admin shutdown, crash shutdown, cannot connect now.
  private static final String SHUTDOWN = "57P0[123]";

  /// What the pool says, without a SQLSTATE, of a connection that it threw away because of one of
  /// these in the middle of a transaction; the transaction's end then hides the first failure.
  private static final String THROWN_AWAY = "Connection is closed";

  private DatabaseOutage() {}

  /// Whether an outage is among the causes.
  public static boolean explains(@Nullable Throwable failure) {
    // Causes can form a ring.
    int depth = 0;
    for (Throwable cause = failure; cause != null && depth < 50; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && isOutage(sql)) {
        return true;
      }
      depth++;
    }
    return false;
  }

  private static boolean isOutage(SQLException failure) {
    String state = failure.getSQLState();
    if (state == null || failure instanceof SQLTransientConnectionException) {
      // What the server said to the pool, if it said anything, decides: a wrong password is no
      // outage.
      return !(failure.getCause() instanceof SQLException)
          && (failure instanceof SQLTransientConnectionException
              || THROWN_AWAY.equals(failure.getMessage()));
    }
    return !state.matches(DEFECT)
        && (state.startsWith(CONNECTION) || state.startsWith(RESOURCES) || state.matches(SHUTDOWN));
  }
}
