package io.privirec.stage.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Finds the built jars of the services, and the flags that they run with.
///
/// @param home root of the source tree
public record ServiceJars(Path home) {
  /// Those of the tree named by the system property `lab.home`, else of the working directory.
  public static ServiceJars ofThisTree() {
    return new ServiceJars(Path.of(System.getProperty("lab.home", "")).toAbsolutePath());
  }

  /// The jar of a module that is a program.
  ///
  /// @throws NoSuchFileException when it is not built
  public Path of(String module) throws IOException {
    Path target = home.resolve(module).resolve("target");
    // A module that is a library too has its program in a jar of another name.
    for (String name : List.of(module + "-*-exec.jar", module + "-*.jar")) {
      Optional<Path> jar = first(target, name);
      if (jar.isPresent()) {
        return jar.get();
      }
    }
    throw new NoSuchFileException(
        target.resolve(module + "-*.jar").toString(), null, "not built; ./run builds it");
  }

  private static Optional<Path> first(Path target, String name) throws IOException {
    if (Files.isDirectory(target)) {
      try (DirectoryStream<Path> jars = Files.newDirectoryStream(target, name)) {
        for (Path jar : jars) {
          return Optional.of(jar);
        }
      }
    }
    return Optional.empty();
  }

  /// The option that names the file with a service's flags of the JVM, the same as in its image.
  public String flags(String module) {
    return "@" + home.resolve("docker").resolve("jvm").resolve(module + ".options");
  }
}
