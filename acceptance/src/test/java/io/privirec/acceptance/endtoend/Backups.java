package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.stage.process.ServiceJars;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command {@code ./backup} of this tree. */
final class Backups {
  private Backups() {}

  /** How a call ended, and what it said. */
  record Ended(int status, String output) {}

  /** Calls it with a database, named by libpq's variables. */
  static Ended call(Map<String, String> database, Object... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(ServiceJars.ofThisTree().home().resolve("backup").toString());
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(database);
    Process process = builder.start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return new Ended(process.waitFor(), output);
  }

  /** Takes a point. */
  static Path take(Map<String, String> database, Path data, Path to)
      throws IOException, InterruptedException {
    Ended ended = call(database, "take", "--data", data, "--to", to);
    assertThat(ended.status()).as(ended.output()).isZero();
    return Path.of(ended.output());
  }

  /** Puts a point back, into {@code data} below a directory, and its secrets beside it. */
  static void restore(
      Map<String, String> database, Path point, Path lost, Path directory, String... more)
      throws IOException, InterruptedException {
    Path data = Files.createDirectories(directory.resolve("data"));
    for (String secret : List.of("coordinator-key", "encryption-keys")) {
      if (Files.exists(lost.resolve(secret))) {
        Files.copy(lost.resolve(secret), data.resolve(secret));
      }
    }
    List<Object> arguments = new ArrayList<>(List.of("restore", "--data", data, "--from", point));
    arguments.addAll(List.of(more));
    Ended ended = call(database, arguments.toArray());
    assertThat(ended.status()).as(ended.output()).isZero();
  }
}
