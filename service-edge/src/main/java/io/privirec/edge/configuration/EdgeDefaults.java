package io.privirec.edge.configuration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.io.ClassPathResource;

/// Adds `edge-defaults.yaml` below every other source of properties, and that each certificate is
/// looked at with its key: a pair that does not fit is refused, at the start and when files were
/// replaced, instead of being served.
final class EdgeDefaults implements EnvironmentPostProcessor {
  private static final String NAME = "privirec-edge-defaults";
  private static final String BUNDLES = "spring.ssl.bundle.pem";
  private static final Pattern PLAIN = Pattern.compile("[a-z0-9-]+");

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
    Binder binder = Binder.get(environment);
    Map<String, Object> verified = new HashMap<>();
    binder
        .bind(BUNDLES, Bindable.mapOf(String.class, Object.class))
        .orElse(Map.of())
        .keySet()
        .forEach(bundle -> {
          String keystore =
              BUNDLES
                  + (PLAIN.matcher(bundle).matches() ? "." + bundle : "[" + bundle + "]")
                  + ".keystore";
          if (binder.bind(keystore + ".certificate", String.class).isBound()
              && binder.bind(keystore + ".private-key", String.class).isBound()) {
            verified.put(keystore + ".verify-keys", true);
          }
        });
    environment.getPropertySources().addLast(new MapPropertySource(NAME + "-tls", verified));
  }
}
