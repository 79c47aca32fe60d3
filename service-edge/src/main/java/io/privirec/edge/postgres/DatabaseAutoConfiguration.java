package io.privirec.edge.postgres;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.dependency.DependencyWatch;
import io.privirec.edge.dependency.Outages;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.DestructionAwareBeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.health.DataSourceHealthContributorAutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The database behind a service: pools by [Lane], watched, with a health check that never waits.
@AutoConfiguration(
    after = DataSourceAutoConfiguration.class,
    afterName = "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
    before = DataSourceHealthContributorAutoConfiguration.class)
class DatabaseAutoConfiguration {
  @Bean
  DatabaseFaults databaseFaults(Outages outages) {
    return new DatabaseFaults(outages);
  }

  /// Needs the tables of the service.
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBean(type = "org.flywaydb.core.Flyway")
  @EnableConfigurationProperties(InstallationSettings.class)
  static class Bond {
    @Bean
    @ConditionalOnMissingBean
    Installation.Directories directories() {
      return Installation.Directories.ONE;
    }

    @Bean
    @DependsOnDatabaseInitialization
    Installation installation(
        DataDirectory data,
        JdbcClient jdbc,
        DataSource source,
        Installation.Directories directories,
        InstallationSettings settings)
        throws SQLException {
      String url = source.unwrap(HikariDataSource.class).getJdbcUrl();
      return Installation.bound(
          data,
          jdbc,
          DatabaseUrlCheck.place(url).orElse("(not shown)"),
          directories,
          settings.rebind(),
          new SecureRandom());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(HikariDataSource.class)
  @ConditionalOnBean(HikariDataSource.class)
  @EnableConfigurationProperties(DatabaseSettings.class)
  static class Pools {
    @Bean
    static BeanPostProcessor lanes(ObjectProvider<DatabaseSettings> settings) {
      return new DestructionAwareBeanPostProcessor() {
        private final List<LanedDataSource> made = new ArrayList<>();

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
          if (!(bean instanceof HikariDataSource pool)) {
            return bean;
          }
          LanedDataSource laned = LanedDataSource.of(pool, settings.getObject());
          made.add(laned);
          return laned;
        }

        @Override
        public boolean requiresDestruction(Object bean) {
          return bean instanceof HikariDataSource;
        }

        @Override
        public void postProcessBeforeDestruction(Object bean, String name) {
          made.forEach(LanedDataSource::close);
        }
      };
    }

    @Bean(destroyMethod = "close")
    WatchedDatabase watchedDatabase(ObjectProvider<DataSource> source) {
      return new WatchedDatabase(laned(source).background());
    }

    @Bean
    MeterBinder laneMeters(ObjectProvider<DataSource> source) {
      return laned(source)::bindTo;
    }

    private static LanedDataSource laned(ObjectProvider<DataSource> source) {
      return (LanedDataSource) source.getObject();
    }

    @Bean
    LaneFilter laneFilter() {
      return new LaneFilter();
    }

    /// In place of Spring Boot's, which asks the database for each check.
    @Bean
    HealthIndicator dbHealthIndicator(DependencyWatch watch) {
      return () ->
          watch.serves(DatabaseOutage.DATABASE) ? Health.up().build() : Health.down().build();
    }
  }
}
