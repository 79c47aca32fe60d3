package io.privirec.edge.postgres;

import io.privirec.edge.dependency.Fault;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Tells failures that come from a database which cannot serve now, and will again, from defects.
public enum DatabaseOutage {
  /// No connection, or a connection that broke.
  UNREACHABLE(
      "the database cannot be reached",
      "See that PostgreSQL runs and can be reached from here (docs/runbooks.md,"
          + " PriviRecDatabaseUnavailable)"),

  /// Disk, memory or connections of the server are used up.
  EXHAUSTED(
      "the database server is out of disk, memory or connections",
      "See the disk and max_connections of PostgreSQL (docs/runbooks.md,"
          + " PriviRecDatabaseUnavailable)"),

  /// Another transaction holds a lock.
  LOCKED(
      "another transaction locks a table or row of the database",
      "Find it in pg_stat_activity and pg_locks, and end it (docs/runbooks.md,"
          + " PriviRecDatabaseSlow)"),

  /// The database is reached, and does not finish in time.
  SLOW(
      "the database does not answer in time",
      "See load, disk and long statements of PostgreSQL (docs/runbooks.md, PriviRecDatabaseSlow)"),

  /// The server refuses the service's name or password, as after a change of passwords.
  REFUSED(
      "the database refuses this service's user or password",
      "See spring.datasource.username and password, and pg_hba.conf of PostgreSQL"
          + " (docs/runbooks.md, PriviRecDatabaseUnavailable)"),

  /// The server takes no writes, as a standby, or a managed server whose disk is full.
  READ_ONLY(
      "the database is read-only",
      "See that the service reaches the primary, and the disk of PostgreSQL (docs/runbooks.md,"
          + " PriviRecDatabaseUnavailable)"),

  /// All connections of the service are in use.
  BUSY(
      "all database connections of this service are in use",
      "If the database is well, raise spring.datasource.hikari.maximum-pool-size (docs/runbooks.md,"
          + " PriviRecDatabaseSlow)");

  /// The name of the dependency.
  static final String DATABASE = "database";

  /// SQLSTATE class of connection exceptions.
  private static final String CONNECTION = "08";

  /// SQLSTATE class of insufficient resources: disk, memory, connections.
  private static final String RESOURCES = "53";

  /// Of these classes, but sent wrongly or never to succeed: protocol violation, own limit.
  private static final String DEFECT = "08P01|53400";

  /// SQLSTATEs of PostgreSQL: admin shutdown, crash shutdown, cannot connect now.
  private static final String SHUTDOWN = "57P0[123]";

  /// SQLSTATEs of PostgreSQL: lock not available, statement canceled by its timeout.
  private static final String LOCK_TIMEOUT = "55P03";

  private static final String STATEMENT_TIMEOUT = "57014";

  /// SQLSTATE class of invalid authorizations.
  private static final String AUTHORIZATION = "28";

  private static final String READ_ONLY_TRANSACTION = "25006";

  /// What the pool says, without a SQLSTATE, of a connection that it threw away because of one of
  /// these in the middle of a transaction; the transaction's end then hides the first failure.
  private static final String THROWN_AWAY = "Connection is closed";

  /// SQLSTATE of the driver: an earlier failure closed the connection.
  private static final String CLOSED = "08003";

  private final String words;
  private final String remedy;

  DatabaseOutage(String words, String remedy) {
    this.words = words;
    this.remedy = remedy;
  }

  /// Whether an outage is among the causes.
  public static boolean explains(@Nullable Throwable failure) {
    return of(failure).isPresent();
  }

  /// The outage among the causes of a failure.
  public static Optional<DatabaseOutage> of(@Nullable Throwable failure) {
    // Causes can form a ring.
    List<Throwable> causes =
        Stream.iterate(failure, cause -> cause != null, Throwable::getCause).limit(50).toList();
    Optional<DatabaseOutage> outage =
        causes.stream()
            .filter(SQLException.class::isInstance)
            .flatMap(cause -> ofOne((SQLException) cause).stream())
            .findFirst();
    boolean isSlow = causes.stream().anyMatch(SocketTimeoutException.class::isInstance);
    return outage.map(found -> found == UNREACHABLE && isSlow ? SLOW : found);
  }

  /// Whether a failure only says that an earlier failure closed the connection.
  static boolean isOfAClosedConnection(@Nullable Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
        .limit(50)
        .anyMatch(cause ->
            cause instanceof SQLException sql
                && (CLOSED.equals(sql.getSQLState()) || THROWN_AWAY.equals(sql.getMessage())));
  }

  private static Optional<DatabaseOutage> ofOne(SQLException failure) {
    String state = failure.getSQLState();
    if (state == null || failure instanceof SQLTransientConnectionException) {
      // What the server said to the pool, if it said anything, decides.
      if (failure.getCause() instanceof SQLException) {
        return Optional.empty();
      }
      if (failure instanceof SQLTransientConnectionException) {
        return Optional.of(BUSY);
      }
      return THROWN_AWAY.equals(failure.getMessage()) ? Optional.of(UNREACHABLE) : Optional.empty();
    }
    if (state.matches(DEFECT)) {
      return Optional.empty();
    }
    if (state.startsWith(RESOURCES)) {
      return Optional.of(EXHAUSTED);
    }
    if (state.startsWith(AUTHORIZATION)) {
      return Optional.of(REFUSED);
    }
    return switch (state) {
      case READ_ONLY_TRANSACTION -> Optional.of(READ_ONLY);
      case LOCK_TIMEOUT -> Optional.of(LOCKED);
      case STATEMENT_TIMEOUT -> Optional.of(SLOW);
      default ->
          state.startsWith(CONNECTION) || state.matches(SHUTDOWN)
              ? Optional.of(UNREACHABLE)
              : Optional.empty();
    };
  }

  /// What a caller is told.
  public String words() {
    return words;
  }

  /// What an operator is told.
  Fault fault(@Nullable Throwable failure) {
    String found = failure == null ? "" : " (" + root(failure).getMessage() + ")";
    return new Fault(label(), words + found, remedy);
  }

  private static Throwable root(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
        .limit(50)
        .reduce(failure, (_, next) -> next);
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  boolean isNoFaultOfCallers() {
    return this != BUSY;
  }

  /// Whether the driver or the pool gives up a connection that it met.
  boolean closesConnections() {
    return this == UNREACHABLE || this == EXHAUSTED || this == SLOW;
  }

  static Set<String> labels(Predicate<DatabaseOutage> which) {
    Set<String> labels = new TreeSet<>();
    Arrays.stream(values()).filter(which).forEach(each -> labels.add(each.label()));
    return labels;
  }
}
