package io.privirec.edge.postgres;

import io.privirec.edge.datadir.DataDirectory;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;

/// Runs PostgreSQL inside the service when `spring.datasource.url` is not set. The data source
/// depends on the connection details and these on the server, so connections close first.
@AutoConfiguration(before = DataSourceAutoConfiguration.class)
@ConditionalOnClass({EmbeddedPostgres.class, JdbcConnectionDetails.class})
@ConditionalOnExpression("environment.getProperty('spring.datasource.url', '').isBlank()")
@EnableConfigurationProperties(EmbeddedSettings.class)
class EmbeddedPostgresAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean(JdbcConnectionDetails.class)
  EmbeddedDatabase embeddedDatabase(DataDirectory data, EmbeddedSettings settings) {
    return EmbeddedDatabase.start(data, settings.binaries());
  }

  @Bean
  @ConditionalOnBean(EmbeddedDatabase.class)
  DatabaseWatch embeddedDatabaseWatch(EmbeddedDatabase database) {
    return new DatabaseWatch(database, DatabaseWatch::halt);
  }
}
