package io.privirec.edge.configuration;

import io.privirec.edge.lifecycle.StartRefusedException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/// Refuses the start, before anything is touched, where somebody set a property below `privirec`
/// that the service does not have: misspelt, it would be passed over in silence, and what it was to
/// protect would not be protected. Likewise what can be no value of it.
final class PropertyCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {
  /// Spring takes a variable in capitals or not, with underscores or, where the system bears them,
  /// with dots and hyphens.
  private static final Pattern VARIABLES =
      Pattern.compile("privirec[_.].*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /// What Kubernetes sets in every pod for a service, behind its name.
  private static final Pattern SERVICE_LINK =
      Pattern.compile("SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_\\d+_(TCP|UDP|SCTP)(_.+)?)?");

  private static final String SERVICE_HOST = "SERVICE_HOST";

  /// What ./run and docker/check read.
  private static final Set<String> OF_COMMANDS =
      Set.of("PRIVIREC_PORT_BASE", "PRIVIREC_CHECK_PORT_BASE");

  private static final Pattern ELEMENT = Pattern.compile("(.+?\\[)(\\d{1,9})(\\].*)");
  private static final Pattern ELEMENT_OF_VARIABLE = Pattern.compile("(.+_)(\\d{1,9})()");

  private static final int LAST_PORT = 65_535;

  @Override
  public void initialize(ConfigurableApplicationContext context) {
    KnownProperties known =
        KnownProperties.ofClassPath(
            Optional.ofNullable(context.getClassLoader())
                .orElseGet(PropertyCheck.class::getClassLoader));
    Set<String> unknown = new LinkedHashSet<>();
    Set<String> unusable = new LinkedHashSet<>();
    for (PropertySource<?> source : context.getEnvironment().getPropertySources()) {
      if (source instanceof EnumerablePropertySource<?> listed) {
        for (String name : listed.getPropertyNames()) {
          if (isOurs(name, listed)) {
            Optional<KnownProperty> property = find(name, listed, known);
            if (property.isEmpty()) {
              unknown.add(describe(name, listed, known));
            } else {
              fault(name, listed, property.get())
                  .ifPresent(fault -> unusable.add(placed(name, listed) + fault));
            }
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
    checkPort("server.port", context.getEnvironment(), unusable);
    checkPort("management.server.port", context.getEnvironment(), unusable);
    if (!unusable.isEmpty()) {
      throw new StartRefusedException(
          "This cannot be the value of a property:\n  " + String.join("\n  ", unusable),
          "Correct it. --help tells the properties of this service.",
          null);
    }
  }

  private static boolean isOurs(String name, EnumerablePropertySource<?> source) {
    if (isEnvironment(source)) {
      return VARIABLES.matcher(name).matches()
          && !OF_COMMANDS.contains(name)
          && !isServiceLink(name, source);
    }
    return ConfigurationPropertyName.of(KnownProperties.PREFIX)
        .isAncestorOf(ConfigurationPropertyName.adapt(name, '.'));
  }

  private static Optional<KnownProperty> find(
      String name, EnumerablePropertySource<?> source, KnownProperties known) {
    return isEnvironment(source)
        ? known.findVariable(name)
        : known.find(ConfigurationPropertyName.adapt(name, '.'));
  }

  /// What is wrong with it whatever the service does with it. No value is shown.
  private static Optional<String> fault(
      String name, EnumerablePropertySource<?> source, KnownProperty property) {
    if (property.isQuantity() && String.valueOf(source.getProperty(name)).strip().startsWith("-")) {
      return Optional.of(" must not be negative");
    }
    return missingElement(name, source).map(missing -> " is of a list that has no " + missing);
  }

  /// A list is read up to the first element that is missing; what comes after it would be passed
  /// over.
  private static Optional<String> missingElement(String name, EnumerablePropertySource<?> source) {
    Matcher element = (isEnvironment(source) ? ELEMENT_OF_VARIABLE : ELEMENT).matcher(name);
    if (!element.matches() || element.group(2).matches("0+")) {
      return Optional.empty();
    }
    String before = element.group(1) + (Integer.parseInt(element.group(2)) - 1);
    return Arrays.stream(source.getPropertyNames())
            .anyMatch(each -> each.equals(before) || each.startsWith(before + "]"))
        ? Optional.empty()
        : Optional.of(before + (before.contains("[") ? "]" : ""));
  }

  private static void checkPort(
      String name, ConfigurableEnvironment environment, Set<String> unusable) {
    String value = environment.getProperty(name, "").strip();
    // Unset; or, of the second one, off.
    boolean isNone = value.isEmpty() || (value.equals("-1") && name.startsWith("management"));
    if (!isNone && !(value.matches("[0-9]{1,5}") && Integer.parseInt(value) <= LAST_PORT)) {
      unusable.add("%s must be a port from 0 to %s".formatted(name, LAST_PORT));
    }
  }

  private static boolean isEnvironment(PropertySource<?> source) {
    return source.getName().equals(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
  }

  private static boolean isServiceLink(String name, EnumerablePropertySource<?> source) {
    return Arrays.stream(source.getPropertyNames())
        .filter(each -> each.endsWith("_" + SERVICE_HOST))
        .map(each -> each.substring(0, each.length() - SERVICE_HOST.length()))
        .anyMatch(service ->
            name.startsWith(service)
                && SERVICE_LINK.matcher(name.substring(service.length())).matches());
  }

  private static String describe(
      String name, EnumerablePropertySource<?> source, KnownProperties known) {
    String meant = known.nearest(name).map(nearest -> "; nearest: " + nearest).orElse("");
    return placed(name, source) + meant;
  }

  private static String placed(String name, EnumerablePropertySource<?> source) {
    String where =
        Optional.ofNullable(OriginLookup.getOrigin(source, name))
            .map(Object::toString)
            .orElse(source.getName());
    return name + " (" + where + ")";
  }
}
