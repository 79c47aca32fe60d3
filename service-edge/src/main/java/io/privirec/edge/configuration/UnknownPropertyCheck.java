package io.privirec.edge.configuration;

import io.privirec.edge.lifecycle.StartRefusedException;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/// Refuses the start where somebody set a property below `privirec` that the service does not have:
/// misspelt, it would be passed over in silence, and what it was to protect would not be protected.
final class UnknownPropertyCheck
    implements ApplicationContextInitializer<ConfigurableApplicationContext> {
  /// Spring takes a variable in capitals or not, with underscores or, where the system bears them,
  /// with dots and hyphens.
  private static final Pattern VARIABLES =
      Pattern.compile("privirec[_.].*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /// What Kubernetes sets in every pod for a service of that name.
  private static final Pattern SERVICE_LINK =
      Pattern.compile("(.+)_(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_\\d+_(TCP|UDP|SCTP)(_.+)?)?)");

  @Override
  public void initialize(ConfigurableApplicationContext context) {
    KnownProperties known =
        KnownProperties.ofClassPath(
            Optional.ofNullable(context.getClassLoader())
                .orElseGet(UnknownPropertyCheck.class::getClassLoader));
    Set<String> unknown = new LinkedHashSet<>();
    for (PropertySource<?> source : context.getEnvironment().getPropertySources()) {
      if (source instanceof EnumerablePropertySource<?> listed) {
        for (String name : listed.getPropertyNames()) {
          if (!isKnown(name, listed, known)) {
            unknown.add(describe(name, listed, known));
          }
        }
      }
    }
    if (!unknown.isEmpty()) {
      throw new StartRefusedException(
          "This service has no such property:\n  " + String.join("\n  ", unknown),
          "Correct or remove it. --help lists the properties of this service.",
          null);
    }
  }

  private static boolean isKnown(
      String name, EnumerablePropertySource<?> source, KnownProperties known) {
    if (isEnvironment(source)) {
      return !VARIABLES.matcher(name).matches()
          || known.containsVariable(name)
          || isServiceLink(name, source);
    }
    ConfigurationPropertyName adapted = ConfigurationPropertyName.adapt(name, '.');
    return !ConfigurationPropertyName.of(KnownProperties.PREFIX).isAncestorOf(adapted)
        || known.contains(adapted);
  }

  private static boolean isEnvironment(PropertySource<?> source) {
    return source.getName().equals(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
  }

  private static boolean isServiceLink(String name, PropertySource<?> source) {
    var link = SERVICE_LINK.matcher(name);
    return link.matches() && source.containsProperty(link.group(1) + "_SERVICE_HOST");
  }

  private static String describe(
      String name, EnumerablePropertySource<?> source, KnownProperties known) {
    String where =
        Optional.ofNullable(OriginLookup.getOrigin(source, name))
            .map(Object::toString)
            .orElse(source.getName());
    String meant = known.nearest(name).map(nearest -> "; nearest: " + nearest).orElse("");
    return name + " (" + where + ")" + meant;
  }
}
