package io.privirec.deployment;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// Programs of this machine.
final class Programs {
  /// What a program said, on both of its outputs, and how it ended.
  record Result(int status, String output) {}

  private Programs() {}

  static boolean areThere(String... names) {
    List<Path> directories =
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .map(Path::of)
            .toList();
    return Arrays.stream(names)
        .allMatch(name ->
            directories.stream()
                .anyMatch(directory -> Files.isExecutable(directory.resolve(name))));
  }

  static Result run(Path directory, String... command) {
    try {
      Path output = Files.createTempFile("privirec-deployment", ".out");
      try {
        Process process =
            new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        process.getOutputStream().close();
        return new Result(process.waitFor(), Files.readString(output, StandardCharsets.UTF_8));
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
