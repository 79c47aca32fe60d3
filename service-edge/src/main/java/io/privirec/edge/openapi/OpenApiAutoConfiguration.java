package io.privirec.edge.openapi;

import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
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
class OpenApiAutoConfiguration {}
