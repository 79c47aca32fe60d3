package io.privirec.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Public data sets in {@code ../shared/data} beside the project. */
public final class SharedData {
  private SharedData() {}

  public static Optional<Path> find(String name) {
    return Stream.iterate(Path.of("").toAbsolutePath(), at -> at != null, Path::getParent)
        .map(at -> at.resolveSibling("shared").resolve("data").resolve(name))
        .filter(Files::isDirectory)
        .findFirst();
  }
}
