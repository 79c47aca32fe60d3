package io.privirec.edge.postgres;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * Tells failures that come from a database which cannot serve now, and will again, from defects.
 */
public final class DatabaseOutage {
  /** SQLSTATE class of connection exceptions. */
  private static final String CONNECTION = "08";

  /** SQLSTATE class of insufficient resources: disk, memory, connections. */
  private static final String RESOURCES = "53";

  /** SQLSTATEs of PostgreSQL: admin shutdown, crash shutdown, cannot connect now. */
  private static final String SHUTDOWN = "57P0[123]";

  /**
   * What the pool says, without a SQLSTATE, of a connection that it threw away because of one of
   * these in the middle of a transaction; the transaction's end then hides the first failure.
   */
  private static final String THROWN_AWAY = "Connection is closed";

  private DatabaseOutage() {}

  /** Whether an outage is among the causes. */
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
    boolean said =
        state == null
            ? THROWN_AWAY.equals(failure.getMessage())
            : state.startsWith(CONNECTION)
                || state.startsWith(RESOURCES)
                || state.matches(SHUTDOWN);
    return said || failure instanceof SQLTransientConnectionException;
  }
}
