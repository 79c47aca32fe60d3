package io.privirec.coordinator;

import io.privirec.fuzz.database.SharedDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A coordinator in a process of its own, which can be killed and started again.
final class Replica implements AutoCloseable {
  private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");
  private static final Pattern GAUGE = Pattern.compile("(?m)^secagg_driven_sessions ([0-9.]+)$");

  private static final Duration START_PATIENCE = Duration.ofMinutes(5);

  private final List<String> command;
  private final Path output;
  private Process process;
  private volatile Api api;

  /// @param data the data directory of all replicas
  /// @param more arguments
  Replica(String name, Path data, Path logs, String schema, String... more) {
    output = logs.resolve(name + ".log");
    command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--add-modules=jdk.incubator.vector",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                CoordinatorApplication.class.getName(),
                "--server.port=0",
                "--privirec.data-dir=" + data,
                "--privirec.admin-token=" + RunningCoordinator.ADMIN_TOKEN,
                // It ends with the tests, whatever becomes of them.
                "--privirec.parent-watch=true"));
    command.addAll(SharedDatabase.arguments(schema));
    command.addAll(List.of(more));
  }

  /// Begins to start.
  void launch() {
    try {
      Files.deleteIfExists(output);
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Waits until it answers.
  void awaitStart() {
    TestWait.until(
        "started",
        START_PATIENCE,
        () -> {
          Matcher port = PORT.matcher(log());
          if (!process.isAlive()) {
            throw new AssertionError(log());
          }
          if (!port.find()) {
            return false;
          }
          api = new Api(Integer.parseInt(port.group(1)), RunningCoordinator.ADMIN_TOKEN);
          return true;
        });
  }

  /// SIGKILL: nothing is finished, nothing cleaned up.
  void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  Api api() {
    return api;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /// Sessions that this replica drives.
  int driven() {
    Matcher gauge =
        GAUGE.matcher(api.get("/actuator/prometheus?includedNames=secagg_driven_sessions").text());
    return gauge.find() ? (int) Double.parseDouble(gauge.group(1)) : 0;
  }

  String log() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroy();
    awaitEnd();
  }

  private void awaitEnd() {
    try {
      if (!process.waitFor(1, TimeUnit.MINUTES)) {
        throw new AssertionError("does not end: " + log());
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
