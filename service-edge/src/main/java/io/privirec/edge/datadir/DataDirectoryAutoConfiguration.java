package io.privirec.edge.datadir;

import java.nio.file.Path;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/// Makes the [DataDirectory] of `privirec.data-dir`.
@AutoConfiguration
class DataDirectoryAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  DataDirectory dataDirectory(Environment environment) {
    return new DataDirectory(Path.of(environment.getRequiredProperty("privirec.data-dir")));
  }
}
