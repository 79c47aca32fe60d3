package io.privirec.edge.problem;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * Tells failures that come from a database which cannot be reached now, and will be again, from
 * defects.
 */
public final class DatabaseOutage {
  /** SQLSTATE class of connection exceptions. */
  private static final String CONNECTION = "08";

  /** SQLSTATEs of PostgreSQL: admin shutdown, crash shutdown, cannot connect now. */
  private static final String SHUTDOWN = "57P0[123]";

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
    return failure instanceof SQLTransientConnectionException
        || (state != null && (state.startsWith(CONNECTION) || state.matches(SHUTDOWN)));
  }
}
