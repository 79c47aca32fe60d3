package io.privirec.edge.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.privirec.edge.dependency.Outages;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseOutageTest {
  private static boolean explains(String sqlState) {
    return DatabaseOutage.explains(
        new IllegalStateException("a step", new SQLException("words", sqlState)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"08001", "08006", "57P01", "57P02", "57P03", "53100", "55P03", "57014"})
  void explains_stateOfAServerThatIsGoneOrComing_holds(String sqlState) {
    assertThat(explains(sqlState)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"23505", "42P01", "08P01", "53400"})
  void explains_stateOfADefect_doesNotHold(String sqlState) {
    assertThat(explains(sqlState)).isFalse();
  }

  @Test
  void of_failure_tellsWhatIsMissing() {
    assertThat(DatabaseOutage.of(new SQLException("locked", "55P03")))
        .contains(DatabaseOutage.LOCKED);
    assertThat(DatabaseOutage.of(new SQLException("canceled", "57014")))
        .contains(DatabaseOutage.SLOW);
    assertThat(DatabaseOutage.of(new SQLException("disk full", "53100")))
        .contains(DatabaseOutage.EXHAUSTED);
    assertThat(DatabaseOutage.of(new SQLException("refused", "08001")))
        .contains(DatabaseOutage.UNREACHABLE);
    assertThat(
            DatabaseOutage.of(
                new SQLException("no answer", "08006", new SocketTimeoutException("read"))))
        .contains(DatabaseOutage.SLOW);
    assertThat(DatabaseOutage.of(new SQLTransientConnectionException("all are in use")))
        .contains(DatabaseOutage.BUSY);
  }

  @Test
  void explains_poolWithoutAServer_holds() {
    assertThat(
            DatabaseOutage.explains(
                new RuntimeException(new SQLTransientConnectionException("no connection"))))
        .isTrue();
    assertThat(DatabaseOutage.explains(new SQLException("Connection is closed"))).isTrue();
  }

  @Test
  void explains_defects_doesNotHold() {
    assertThat(explains(null)).isFalse();
    assertThat(DatabaseOutage.explains(new IllegalStateException("08006"))).isFalse();
    assertThat(DatabaseOutage.explains(null)).isFalse();
  }

  /// Both end without a change of the service: a password is changed back, a primary returns.
  @Test
  void refusedUser_andReadOnlyServer_areOutages() {
    SQLTransientConnectionException poolIsEmpty =
        new SQLTransientConnectionException("no connection", "08001");
    poolIsEmpty.initCause(new SQLException("password authentication failed", "28P01"));
    assertThat(DatabaseOutage.of(poolIsEmpty)).contains(DatabaseOutage.REFUSED);
    assertThat(DatabaseOutage.of(new SQLException("read-only transaction", "25006")))
        .contains(DatabaseOutage.READ_ONLY);
    assertThat(DatabaseOutage.READ_ONLY.label()).isEqualTo("read-only");
  }

  @Test
  void explains_causesInARing_ends() {
    RuntimeException one = new RuntimeException("one");
    RuntimeException other = new RuntimeException("other", one);
    one.initCause(other);
    assertThat(DatabaseOutage.explains(one)).isFalse();
  }

  /// The words of the driver, and of the pool.
  @ParameterizedTest
  @CsvSource({"This connection has been closed., 08003", "Connection is closed,"})
  void counted_closedConnection_isOfTheOutageThatClosedIt(String words, String sqlState) {
    SQLException locked = new SQLException("locked", "55P03");
    SQLException slow = new SQLException("no answer", "08006", new SocketTimeoutException("read"));
    IllegalStateException closed = new IllegalStateException(new SQLException(words, sqlState));

    DatabaseFaults faults = new DatabaseFaults(new Outages(new SimpleMeterRegistry()));
    faults.counted(locked);
    assertThat(faults.counted(closed)).contains(DatabaseOutage.UNREACHABLE);
    faults = new DatabaseFaults(new Outages(new SimpleMeterRegistry()));
    faults.counted(locked);
    faults.counted(slow);
    assertThat(faults.counted(closed)).contains(DatabaseOutage.SLOW);
  }
}
