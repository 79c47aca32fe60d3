package io.privirec.edge.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;

class DatabaseOutageTest {
  private static boolean explains(String sqlState) {
    return DatabaseOutage.explains(
        new IllegalStateException("a step", new SQLException("words", sqlState)));
  }

  @Test
  void explains_serverThatIsGoneOrComing_holds() {
    assertThat(explains("08001")).isTrue();
    assertThat(explains("08006")).isTrue();
    assertThat(explains("57P01")).isTrue();
    assertThat(explains("57P02")).isTrue();
    assertThat(explains("57P03")).isTrue();
    assertThat(explains("53100")).isTrue();
    assertThat(
            DatabaseOutage.explains(
                new RuntimeException(new SQLTransientConnectionException("no connection"))))
        .isTrue();
    assertThat(DatabaseOutage.explains(new SQLException("Connection is closed"))).isTrue();
  }

  @Test
  void explains_defects_doesNotHold() {
    assertThat(explains("23505")).isFalse();
    assertThat(explains("42P01")).isFalse();
    assertThat(explains("57014")).isFalse();
    assertThat(explains("08P01")).isFalse();
    assertThat(explains("53400")).isFalse();
    SQLTransientConnectionException poolIsEmpty =
        new SQLTransientConnectionException("no connection", "08001");
    poolIsEmpty.initCause(new SQLException("password authentication failed", "28P01"));
    assertThat(DatabaseOutage.explains(poolIsEmpty)).isFalse();
    assertThat(explains(null)).isFalse();
    assertThat(DatabaseOutage.explains(new IllegalStateException("08006"))).isFalse();
    assertThat(DatabaseOutage.explains(null)).isFalse();
  }

  @Test
  void explains_causesInARing_ends() {
    RuntimeException one = new RuntimeException("one");
    RuntimeException other = new RuntimeException("other", one);
    one.initCause(other);
    assertThat(DatabaseOutage.explains(one)).isFalse();
  }
}
