package io.privirec.edge.configuration;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The properties below `privirec` that this service has: those of its records of settings, as
/// Spring's annotation processor wrote them down when they were compiled.
final class KnownProperties {
  static final String PREFIX = "privirec";

  private static final String METADATA = "META-INF/spring-configuration-metadata.json";

  /// Directory of what the processor wrote of a record that records of other modules have a field
  /// of.
  private static final String SOURCES = "META-INF/spring/configuration-metadata/";

  private static final Pattern LIST_INDEX = Pattern.compile("_[0-9]+$");

  /// A name with more wrong characters was not meant to be that one.
  private static final double SHARE_OF_ERRORS = .5;

  private final SortedMap<String, KnownProperty> byName = new TreeMap<>();

  private KnownProperties(Collection<KnownProperty> properties) {
    properties.forEach(property -> byName.put(property.name(), property));
  }

  /// Those of everything on the class path.
  static KnownProperties ofClassPath(ClassLoader classes) {
    List<KnownProperty> found = new ArrayList<>();
    try {
      for (URL file : (Iterable<URL>) classes.resources(METADATA)::iterator) {
        for (JsonNode property : propertiesOf(file)) {
          String name = property.path("name").asString();
          if (name.startsWith(PREFIX + ".")) {
            found.add(
                new KnownProperty(
                    name,
                    property.path("type").asString(""),
                    defaultOf(property.path("defaultValue")),
                    description(property, classes)));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new KnownProperties(found);
  }

  private static JsonNode propertiesOf(URL file) throws IOException {
    try (InputStream in = file.openStream()) {
      return new JsonMapper().readTree(in).path("properties");
    }
  }

  /// The processor leaves out what a record of another module says of its fields if that module is
  /// a jar: the compiler finds no file below `META-INF` in jars for it.
  private static String description(JsonNode property, ClassLoader classes) throws IOException {
    if (property.has("description")) {
      return property.path("description").asString();
    }
    URL source = classes.getResource(SOURCES + property.path("sourceType").asString() + ".json");
    if (source != null) {
      for (JsonNode field : propertiesOf(source)) {
        if (property.path("name").asString().endsWith("." + field.path("name").asString())) {
          return field.path("description").asString("");
        }
      }
    }
    return "";
  }

  private static Optional<String> defaultOf(JsonNode value) {
    return value.isMissingNode() || value.isContainer()
        ? Optional.empty()
        : Optional.of(value.asString());
  }

  /// In the order of their names.
  Collection<KnownProperty> all() {
    return byName.values();
  }

  /// The one that a property of a file, an argument or `-D` is; of a list, that an element is of.
  Optional<KnownProperty> find(ConfigurationPropertyName name) {
    ConfigurationPropertyName listed = name;
    while (listed.isLastElementIndexed()) {
      listed = listed.getParent();
    }
    ConfigurationPropertyName given = listed;
    return byName.values().stream()
        .filter(known -> ConfigurationPropertyName.of(known.name()).equals(given))
        .findFirst();
  }

  /// The one that an environment variable is, as Spring reads it: elements of the name follow each
  /// other with `_`, hyphens are left out or are `_` too; of a list, with an index.
  Optional<KnownProperty> findVariable(String name) {
    String given = name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    String listed = LIST_INDEX.matcher(given).replaceFirst("");
    return byName.values().stream()
        .filter(known ->
            isVariable(known, given)
                || (known.isList() && !listed.equals(given) && isVariable(known, listed)))
        .findFirst();
  }

  private static boolean isVariable(KnownProperty known, String given) {
    String name = known.name().toUpperCase(Locale.ROOT).replace('.', '_');
    return given.equals(name.replace("-", "")) || given.equals(name.replace('-', '_'));
  }

  /// The known name that looks most like the given one.
  Optional<String> nearest(String name) {
    String given = lettersOf(name);
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    return byName.keySet().stream()
        .min(Comparator.comparingInt(known -> distance.apply(lettersOf(known), given)))
        .filter(
            known -> distance.apply(lettersOf(known), given) <= SHARE_OF_ERRORS * given.length());
  }

  private static String lettersOf(String name) {
    return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
  }
}
