package io.privirec.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What manifests are compared with: images, configuration pages, Spring's metadata, scrapes,
/// documents.
final class Facts {
  static final List<String> SERVICES =
      List.of("coordinator-service", "client-service", "recommender-service");

  private static final Set<String> SPRING = springProperties();

  private Facts() {}

  /// What the image of a service says of itself.
  ///
  /// @param port that it listens on
  /// @param user and group that it runs as
  /// @param data directory of its data
  record Image(int port, int user, String data) {}

  static Image image(String service) {
    String file = read("docker/" + service + ".Dockerfile");
    String user = match(file, "^USER (\\d+):\\d+$");
    return new Image(
        Integer.parseInt(match(file, "^EXPOSE (\\d+)$")),
        Integer.parseInt(user),
        match(file, "^VOLUME (\\S+)$"));
  }

  /// Whether the service has this property below `privirec`, or Spring has it, by its name.
  static boolean hasProperty(String service, String name) {
    return name.startsWith("privirec.")
        ? privirecProperties(service).contains(name)
        : SPRING.contains(name);
  }

  /// The same by a variable of the environment, which does not say where words end.
  static boolean hasVariable(String service, String variable) {
    String letters = letters(variable);
    Set<String> names = letters.startsWith("privirec") ? privirecProperties(service) : SPRING;
    return names.stream().anyMatch(name -> letters(name).equals(letters));
  }

  /// Names of the series that a service has, counts, sums and buckets of histograms among them.
  static Set<String> series(String service) {
    Set<String> series = new TreeSet<>(Set.of("up"));
    for (String line : metrics(service)) {
      String name = line.substring(0, line.indexOf(' '));
      switch (line.substring(line.indexOf(' ') + 1)) {
        case "histogram" ->
            series.addAll(List.of(name + "_bucket", name + "_count", name + "_sum"));
        case "summary" -> series.addAll(List.of(name + "_count", name + "_sum"));
        default -> series.add(name);
      }
    }
    return series;
  }

  static List<String> metrics(String service) {
    return read("deployment-tests/src/test/resources/metrics/" + service + ".txt")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .toList();
  }

  /// Secrets by the table of k8s/README.md, with their keys.
  static Map<String, Set<String>> documentedSecrets() {
    Map<String, Set<String>> secrets = new TreeMap<>();
    Pattern.compile("^\\| `([a-z-]+)` \\| [^|]*\\| ([^|]*) \\|", Pattern.MULTILINE)
        .matcher(read("k8s/README.md"))
        .results()
        .forEach(row ->
            secrets.put(
                row.group(1),
                Pattern.compile("`([^`]+)`")
                    .matcher(row.group(2))
                    .results()
                    .map(key -> key.group(1))
                    .collect(Collectors.toCollection(TreeSet::new))));
    return secrets;
  }

  static String read(String path) {
    try {
      return Files.readString(Overlays.ROOT.resolve(path), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The page of the service's properties, which a test of the service compares with its code.
  private static Set<String> privirecProperties(String service) {
    return Pattern.compile("^\\| `(privirec\\.[^`]+)`", Pattern.MULTILINE)
        .matcher(read("docs/configuration/" + service + ".md"))
        .results()
        .map(row -> row.group(1))
        .collect(Collectors.toSet());
  }

  private static Set<String> springProperties() {
    Set<String> names = new HashSet<>();
    try {
      ObjectMapper json = new ObjectMapper();
      for (URL metadata :
          Collections.list(
              Facts.class
                  .getClassLoader()
                  .getResources("META-INF/spring-configuration-metadata.json"))) {
        try (InputStream stream = metadata.openStream()) {
          for (JsonNode property : json.readTree(stream).path("properties")) {
            names.add(property.path("name").asText());
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return names;
  }

  private static String letters(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  private static String match(String text, String pattern) {
    return Pattern.compile(pattern, Pattern.MULTILINE)
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1))
        .findFirst()
        .orElseThrow(() -> new AssertionError("nothing matches " + pattern));
  }

  static Path resource(String name) {
    return Overlays.ROOT.resolve("deployment-tests/src/test/resources").resolve(name);
  }
}
