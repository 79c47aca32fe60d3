package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.fuzz.database.SharedDatabase;
import io.privirec.fuzz.migration.Migrations;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// The release before runs on the tables of the next one, as docs/operations.md has it under
/// "Upgrades".
class MigrationRulesTest {
  /// Those up to it came before the first release, and before the rules.
  private static final int UNBOUND = 8;

  @Test
  void migrations_keepTheRules() throws Exception {
    Migrations migrations =
        new Migrations(
            Path.of("src/main/resources/db/migration"),
            Path.of("src/test/resources/released-migrations.txt"),
            UNBOUND);
    String schema = "rules_" + UUID.randomUUID().toString().replace("-", "");
    try (Connection database = SharedDatabase.connect(schema);
        Statement statement = database.createStatement()) {
      statement.execute("create schema " + schema);
      assertThat(migrations.breaches(database))
          .as("the digest of a release of now: " + migrations.digest(Integer.MAX_VALUE))
          .isEmpty();
      statement.execute("drop schema " + schema + " cascade");
    }
  }
}
