package io.privirec.stage.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// How to start one service.
///
/// @param name unique among the processes of a supervisor; also its directory's name
/// @param jar executable jar
/// @param port loopback port it listens on
/// @param directory its own directory: log, process id, and `data` for its state
/// @param maxHeapBytes the JVM's -Xmx
/// @param jvmOptions more options of the JVM, and files of them; `-Xmx` wins over their share of
///   memory
/// @param properties Spring properties, on the command line: no secrets
/// @param environment more environment variables: here go the secrets
public record ServiceSpec(
    String name,
    Path jar,
    int port,
    Path directory,
    long maxHeapBytes,
    List<String> jvmOptions,
    Map<String, String> properties,
    Map<String, String> environment) {
  public ServiceSpec {
    jvmOptions = List.copyOf(jvmOptions);
    properties = Map.copyOf(properties);
    environment = Map.copyOf(environment);
  }

  /// Where the service keeps its state.
  public Path dataDirectory() {
    return directory.resolve("data");
  }

  Path log() {
    return directory.resolve("service.log");
  }

  Path pidFile() {
    return directory.resolve("pid");
  }

  List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + maxHeapBytes);
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("--add-modules=jdk.incubator.vector");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(jvmOptions);
    command.add("-jar");
    command.add(jar.toString());
    command.add("--server.address=127.0.0.1");
    command.add("--server.port=" + port);
    command.add("--privirec.data-dir=" + dataDirectory());
    command.add("--privirec.parent-watch=true");
    properties.forEach((key, value) -> command.add("--" + key + "=" + value));
    return command;
  }

  /// Hides the environment.
  @Override
  public String toString() {
    return "ServiceSpec[name=" + name + ", port=" + port + "]";
  }
}
