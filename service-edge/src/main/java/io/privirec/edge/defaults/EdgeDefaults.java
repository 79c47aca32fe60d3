package io.privirec.edge.defaults;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.ClassPathResource;

/// Adds `edge-defaults.yaml` below every other source of properties.
final class EdgeDefaults implements EnvironmentPostProcessor {
  private static final String NAME = "privirec-edge-defaults";

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    try {
      new YamlPropertySourceLoader()
          .load(NAME, new ClassPathResource("edge-defaults.yaml", EdgeDefaults.class))
          .forEach(environment.getPropertySources()::addLast);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
