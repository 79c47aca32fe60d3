package io.privirec.edge.openapi;

import io.privirec.edge.auth.AccessRules;
import io.swagger.v3.core.converter.ModelConverter;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/// Describes credentials and problems once for all operations.
@AutoConfiguration
@ConditionalOnClass(GlobalOpenApiCustomizer.class)
class OpenApiAutoConfiguration {
  @Bean
  GlobalOpenApiCustomizer edgeApiDescription(AccessRules rules) {
    return new EdgeApiDescription(rules);
  }

  @Bean
  GlobalOperationCustomizer handlerDescription() {
    return new HandlerDescription();
  }

  @Bean
  ModelConverter requiredComponents() {
    return new RequiredComponents();
  }

  @Bean
  ModelConverter sealedTypes() {
    return new SealedTypes();
  }
}
