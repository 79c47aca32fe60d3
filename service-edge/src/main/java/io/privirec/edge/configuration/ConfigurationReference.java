package io.privirec.edge.configuration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ClassPathResource;

/// What a service can be told, as a page in Markdown: each property below `privirec` with its value
/// unless given, and its meaning.
public final class ConfigurationReference {
  private ConfigurationReference() {}

  /// That of the service with this class.
  public static String of(Class<?> application) {
    ClassLoader classes = application.getClassLoader();
    List<PropertySource<?>> own = ownSettings(classes);
    StringBuilder page =
        new StringBuilder(
            """
            # Properties of %s

            `--help` prints this page. Any source of Spring Boot works: an argument (`--privirec.data-dir=DIR`), a
            variable of the environment (`PRIVIREC_DATA_DIR`), an `application.yaml` beside the jar. A property below
            `privirec` that is not in this table ends the start. Properties of [Spring
            Boot](https://docs.spring.io/spring-boot/appendix/application-properties/), such as `server.port` and
            `spring.datasource.url`, can be set, too.

            | property | unless given | meaning |
            |---|---|---|
            """
                .formatted(value("spring.application.name", own).orElse("this service")));
    for (KnownProperty property : KnownProperties.ofClassPath(classes).all()) {
      String preset =
          value(property.name(), own)
              .or(property::preset)
              .filter(value -> !value.isEmpty())
              .map(value -> "`" + value + "`")
              .orElse("");
      page.append(
          "| `%s` | %s | %s |\n".formatted(property.name(), preset, property.description()));
    }
    return page.toString();
  }

  /// What the service's own `application.yaml` sets.
  private static List<PropertySource<?>> ownSettings(ClassLoader classes) {
    ClassPathResource file = new ClassPathResource("application.yaml", classes);
    try {
      return file.exists() ? new YamlPropertySourceLoader().load("service", file) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<String> value(String name, List<PropertySource<?>> sources) {
    return sources.stream()
        .filter(source -> source.containsProperty(name))
        .findFirst()
        .map(source -> String.valueOf(source.getProperty(name)));
  }
}
