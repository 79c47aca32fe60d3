package io.privirec.edge.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/// Leaves Spring Boot's tracing and OpenTelemetry out unless somebody takes the traces: it would
/// make a span of each request, for nobody.
final class TraceExport implements AutoConfigurationImportFilter, EnvironmentAware {
  private static final String ENDPOINT = "management.opentelemetry.tracing.export.otlp.endpoint";

  private static final List<String> LEFT_OUT =
      List.of(
          "org.springframework.boot.opentelemetry.",
          "org.springframework.boot.micrometer.tracing.");

  private boolean on;

  static boolean isOn(Environment environment) {
    return !environment.getProperty(ENDPOINT, "").isBlank();
  }

  @Override
  public void setEnvironment(Environment environment) {
    on = isOn(environment);
  }

  @Override
  public boolean[] match(@Nullable String[] classes, AutoConfigurationMetadata metadata) {
    boolean[] kept = new boolean[classes.length];
    for (int c = 0; c < classes.length; c++) {
      String name = classes[c];
      kept[c] = on || name == null || LEFT_OUT.stream().noneMatch(name::startsWith);
    }
    return kept;
  }
}
