package io.privirec.edge.openapi;

import java.net.URI;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springdoc.core.customizers.ServerBaseUrlCustomizer;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/// Describes credentials and problems once for all operations.
@AutoConfiguration
@ConditionalOnClass(GlobalOpenApiCustomizer.class)
@Import({
  EdgeApiDescription.class,
  HandlerDescription.class,
  RequiredComponents.class,
  SealedTypes.class
})
class OpenApiAutoConfiguration {
  /// Says nothing of where the service runs but for the path that proxies have taken away, so that
  /// the description is the same everywhere.
  @Bean
  ServerBaseUrlCustomizer pathAlone() {
    return (url, _) -> {
      String path = URI.create(url).getRawPath();
      return path == null || path.isEmpty() ? "/" : path;
    };
  }
}
