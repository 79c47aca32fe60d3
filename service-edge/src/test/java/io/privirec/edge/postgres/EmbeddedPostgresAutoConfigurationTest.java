package io.privirec.edge.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.lifecycle.StartRefusedException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class EmbeddedPostgresAutoConfigurationTest {
  @TempDir Path directory;

  @Test
  void server_isStarted_whenNoDataSourceIsConfigured() {
    runner()
        .withPropertyValues("spring.datasource.url=")
        .run(context -> {
          try (var connection = context.getBean(DataSource.class).getConnection()) {
            assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo("PostgreSQL");
          }
          assertThat(Postmaster.of(directory.resolve("postgres"))).isPresent();
        });
    assertThat(Postmaster.of(directory.resolve("postgres"))).isEmpty();
  }

  @Test
  void server_isNotStarted_whenADataSourceIsConfigured() {
    runner()
        .withPropertyValues(
            "spring.datasource.url=jdbc:postgresql://db.example/privirec?password='x'")
        .run(context -> {
          assertThat(context).hasNotFailed().doesNotHaveBean(EmbeddedDatabase.class);
          assertThat(directory).isEmptyDirectory();
        });
  }

  @Test
  void service_withoutTheServersProgramsAndWithoutADataSource_isRefusedWithTheWayOut() {
    runner()
        .withClassLoader(new FilteredClassLoader(EmbeddedPostgres.class))
        .run(context ->
            assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOfSatisfying(
                    StartRefusedException.class,
                    refused ->
                        assertThat(refused).hasMessageContaining("No database is configured")));
  }

  @Test
  void service_withoutTheServersPrograms_takesADataSource() {
    runner()
        .withClassLoader(new FilteredClassLoader(EmbeddedPostgres.class))
        .withPropertyValues("spring.datasource.url=jdbc:postgresql://db.example/privirec")
        .run(context -> assertThat(context).hasNotFailed());
  }

  private ApplicationContextRunner runner() {
    return new ApplicationContextRunner()
        .withUserConfiguration(Started.class)
        .withBean(DataDirectory.class, () -> new DataDirectory(directory))
        .withPropertyValues(
            "privirec.postgres.binaries-dir="
                + Path.of(System.getProperty("user.home"), ".cache", "privirec", "postgres"));
  }

  @ImportAutoConfiguration({
    EmbeddedPostgresAutoConfiguration.class,
    MissingDatabaseAutoConfiguration.class,
    DataSourceAutoConfiguration.class
  })
  static class Started {}
}
