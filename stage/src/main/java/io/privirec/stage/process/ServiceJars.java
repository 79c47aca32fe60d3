package io.privirec.stage.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Finds the built jars of the services, and the flags that they run with.
///
/// @param home root of the source tree
public record ServiceJars(Path home) {
  /// Those of the tree named by the system property `lab.home`, else of the working directory.
  public static ServiceJars ofThisTree() {
    return new ServiceJars(Path.of(System.getProperty("lab.home", "")).toAbsolutePath());
  }

  /// The jar of a module.
  ///
  /// @throws NoSuchFileException when it is not built
  public Path of(String module) throws IOException {
    Path target = home.resolve(module).resolve("target");
    if (Files.isDirectory(target)) {
      try (DirectoryStream<Path> jars = Files.newDirectoryStream(target, module + "-*.jar")) {
        for (Path jar : jars) {
          return jar;
        }
      }
    }
    throw new NoSuchFileException(
        target.resolve(module + "-*.jar").toString(), null, "not built; ./run builds it");
  }

  /// The option that names the file with a service's flags of the JVM, the same as in its image.
  public String flags(String module) {
    return "@" + home.resolve("docker").resolve("jvm").resolve(module + ".options");
  }
}
