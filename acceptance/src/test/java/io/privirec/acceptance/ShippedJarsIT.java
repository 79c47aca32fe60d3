package io.privirec.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.stage.process.ServiceJars;
import java.io.IOException;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The jars that images and hosts of a company get, with all libraries that they depend on.
class ShippedJarsIT {
  private static List<String> librariesOf(String module) throws IOException {
    try (JarFile jar = new JarFile(ServiceJars.ofThisTree().of(module).toFile())) {
      return jar.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.startsWith("BOOT-INF/lib/") && name.endsWith(".jar"))
          .map(name -> name.substring("BOOT-INF/lib/".length()))
          .toList();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "coordinator-service",
        "client-service",
        "recommender-service",
        "operator-cli",
        "lab-cli"
      })
  void jar_hasNothingThatOnlyTriesServices(String module) throws IOException {
    assertThat(librariesOf(module))
        .anyMatch(library -> library.startsWith("crypto-lib-"))
        .noneMatch(library ->
            library.matches("(acceptance|http-fuzz|deployment-tests|bench|junit|awaitility)-.*"));
  }

  /// Rosters are signed and attacks are run where people are, not in a service.
  @ParameterizedTest
  @ValueSource(strings = {"coordinator-service", "client-service", "recommender-service"})
  void service_hasNoCommandLine(String module) throws IOException {
    assertThat(librariesOf(module))
        .noneMatch(library -> library.matches("(operator-cli|stage|lab-cli|picocli)-.*"));
  }
}
