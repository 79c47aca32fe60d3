package io.privirec.edge.postgres;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Holds when no PostgreSQL of the operator's own is configured. */
final class NoDataSourceUrl implements Condition {
  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    return context.getEnvironment().getProperty("spring.datasource.url", "").isBlank();
  }
}
