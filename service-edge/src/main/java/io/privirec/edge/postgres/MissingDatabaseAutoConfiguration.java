package io.privirec.edge.postgres;

import io.privirec.edge.lifecycle.StartRefusedException;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;

/// Refuses the start of a service that was packaged without the embedded PostgreSQL, as images are,
/// and is not told of another one.
@AutoConfiguration(before = DataSourceAutoConfiguration.class)
@ConditionalOnClass(JdbcConnectionDetails.class)
@ConditionalOnMissingClass("io.zonky.test.db.postgres.embedded.EmbeddedPostgres")
@ConditionalOnExpression("environment.getProperty('spring.datasource.url', '').isBlank()")
class MissingDatabaseAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  JdbcConnectionDetails missingDatabase() {
    throw new StartRefusedException(
        "No database is configured, and an image has no embedded PostgreSQL.",
        "Use a PostgreSQL of your own: set SPRING_DATASOURCE_URL, SPRING_DATASOURCE_USERNAME and"
            + " SPRING_DATASOURCE_PASSWORD.",
        null);
  }
}
