package io.privirec.edge.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PostmasterTest {
  /// Every process of the machine is looked at, and none may stop a service from starting.
  @Test
  void isPostgres_ofAnyCommand_goesByTheNameOfTheFile() {
    assertThat(Postmaster.isPostgres("/usr/lib/postgresql/17/bin/postgres")).isTrue();
    assertThat(Postmaster.isPostgres("/srv/postgres/bin/java")).isFalse();
    assertThat(Postmaster.isPostgres("/")).isFalse();
    assertThat(Postmaster.isPostgres("")).isFalse();
  }
}
