package io.privirec.edge.postgres;

import io.privirec.edge.dependency.Outages;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Finds the outage of the database behind a failure, and counts it.
public final class DatabaseFaults {
  private final Outages outages;

  public DatabaseFaults(Outages outages) {
    this.outages = outages;
  }

  /// Whether the database keeps this service from serving requests now. That all connections are in
  /// use does not count: callers can bring that about.
  public boolean last() {
    return outages.lasts(
        DatabaseOutage.DATABASE, DatabaseOutage.labels(DatabaseOutage::isNoFaultOfCallers));
  }

  /// Returns the outage that a request or step failed of, and counts the failure.
  ///
  /// @return empty if the database is not the cause
  public Optional<DatabaseOutage> counted(@Nullable Throwable failure) {
    Optional<DatabaseOutage> found =
        DatabaseOutage.of(failure).map(outage -> cause(outage, failure));
    found.ifPresent(outage -> outages.failed(DatabaseOutage.DATABASE, outage.fault(failure)));
    return found;
  }

  /// Connections are in use because the requests that have them wait for the database. A connection
  /// is closed because of an earlier failure, which the end of the transaction hides.
  private DatabaseOutage cause(DatabaseOutage outage, @Nullable Throwable failure) {
    if (outage == DatabaseOutage.BUSY) {
      return lasting(each -> true).orElse(outage);
    }
    return DatabaseOutage.isOfAClosedConnection(failure)
        ? lasting(DatabaseOutage::closesConnections).orElse(outage)
        : outage;
  }

  private Optional<DatabaseOutage> lasting(Predicate<DatabaseOutage> which) {
    return Arrays.stream(DatabaseOutage.values())
        .filter(which)
        .filter(each -> outages.lasts(DatabaseOutage.DATABASE, Set.of(each.label())))
        .findFirst();
  }
}
