package io.privirec.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/// The jar that `./privirec` runs.
class OperatorJarIT {
  private static Path jar() throws IOException {
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(Path.of("target"), "operator-cli-*-exec.jar")) {
      return jars.iterator().next();
    }
  }

  /// A tool that signs rosters must be small enough to read. It has no web server, database driver,
  /// attack or load generator.
  @Test
  void jar_hasTheseLibrariesAlone() throws IOException {
    try (JarFile jar = new JarFile(jar().toFile())) {
      List<String> libraries =
          jar.stream()
              .map(entry -> entry.getName())
              .filter(name -> name.startsWith("BOOT-INF/lib/") && name.endsWith(".jar"))
              .map(name -> name.replaceFirst("BOOT-INF/lib/(.*?)(-jdk18on)?-[0-9].*", "$1"))
              .sorted()
              .toList();
      assertThat(libraries)
          .containsExactly(
              "bcprov",
              "crypto-lib",
              "jackson-annotations",
              "jackson-core",
              "jackson-databind",
              "jakarta.validation-api",
              "jspecify",
              "picocli",
              "privacy-lib",
              "secagg-lib",
              "swagger-annotations-jakarta",
              "wire-api");
    }
  }

  @Test
  void jar_isACommand() throws Exception {
    Process account =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                jar().toString(),
                "privacy",
                "account",
                "--delta=1e-6",
                "distributed_discrete_gaussian:n=10,variance=50166287,l2=4222,l1=159282,dim=1501,colluders=2")
            .redirectErrorStream(true)
            .start();
    String output = new String(account.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(account.waitFor()).as(output).isZero();
    assertThat(output).contains("rho_zcdp", "epsilon");
  }
}
