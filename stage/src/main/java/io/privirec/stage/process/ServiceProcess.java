package io.privirec.stage.process;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// A started service. Its standard input is a pipe that the service watches: when this process
/// ends, however it ends, the pipe closes and the service ends, too.
///
/// @param spec how it was started
public record ServiceProcess(ServiceSpec spec, Process process) {
  /// Variables that would let all services share what each must have of its own.
  private static final Set<String> NOT_INHERITED =
      Set.of(
          "SPRING_DATASOURCE_URL",
          "SPRING_DATASOURCE_USERNAME",
          "SPRING_DATASOURCE_PASSWORD",
          "SERVER_PORT",
          "SERVER_ADDRESS");

  private static final int TAIL_LINES = 40;

  /// Of a JVM that -XX:+ExitOnOutOfMemoryError has ended.
  private static final int OUT_OF_MEMORY = 3;

  static ServiceProcess start(ServiceSpec spec) throws IOException {
    Files.createDirectories(spec.dataDirectory());
    ProcessBuilder builder = new ProcessBuilder(spec.command()).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(spec.log().toFile()));
    builder.environment().keySet().removeAll(NOT_INHERITED);
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.toUpperCase(Locale.ROOT).startsWith("PRIVIREC"));
    builder.environment().putAll(spec.environment());
    Process process = builder.start();
    Files.writeString(spec.pidFile(), Long.toString(process.pid()));
    return new ServiceProcess(spec, process);
  }

  public String name() {
    return spec.name();
  }

  /// Where it answers: over TLS where its properties give it a certificate.
  public URI uri() {
    String scheme = spec.properties().containsKey("server.ssl.bundle") ? "https" : "http";
    return URI.create("%s://127.0.0.1:%s".formatted(scheme, spec.port()));
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /// Where its output goes.
  public Path log() {
    return spec.log();
  }

  /// The last lines of its log; none when it cannot be read.
  public List<String> logTail() {
    try {
      List<String> all =
          new String(Files.readAllBytes(log()), StandardCharsets.UTF_8).lines().toList();
      return all.subList(Math.max(0, all.size() - TAIL_LINES), all.size());
    } catch (IOException unreadable) {
      return List.of();
    }
  }

  /// The exit status as a sentence; for a process that has ended.
  public String howItEnded() {
    int status = process.exitValue();
    if (status == OUT_OF_MEMORY) {
      return "ran out of memory (-Xmx%s)".formatted(spec.maxHeapBytes());
    }
    return status > 128
        ? "was ended by signal " + (status - 128)
        : "ended with exit status " + status;
  }
}
