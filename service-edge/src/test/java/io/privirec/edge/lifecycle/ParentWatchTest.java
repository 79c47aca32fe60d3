package io.privirec.edge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.privirec.edge.TestService;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParentWatchTest {
  @TempDir Path directory;

  @Test
  void service_whoseStandardInputEnds_exitsInOrderWithItsDatabase() throws Exception {
    Process service =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "--add-modules=jdk.incubator.vector",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                TestService.class.getName(),
                "--server.port=0",
                "--privirec.parent-watch=true",
                "--privirec.data-dir=" + directory)
            .redirectErrorStream(true)
            .start();
    try (BufferedReader lines = service.inputReader(StandardCharsets.UTF_8)) {
      String line = lines.readLine();
      while (line != null && !line.contains("Started TestService")) {
        line = lines.readLine();
      }
      assertThat(line).isNotNull();
      List<ProcessHandle> descendants = service.descendants().toList();
      long postmaster = pid(directory.resolve("postgres/postmaster.pid"));
      service.getOutputStream().close();
      assertThat(lines.lines().toList()).anyMatch(text -> text.contains("Graceful shutdown"));
      assertThat(service.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(service.exitValue()).isZero();
      assertThat(ProcessHandle.of(postmaster).filter(ParentWatchTest::isRunning)).isEmpty();
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> descendants.stream().noneMatch(ParentWatchTest::isRunning));
    } finally {
      service.destroyForcibly();
    }
  }

  /// What has ended but was not reaped yet has no command any more.
  private static boolean isRunning(ProcessHandle process) {
    return process.isAlive() && process.info().command().isPresent();
  }

  private static long pid(Path file) throws java.io.IOException {
    try (var lines = Files.lines(file)) {
      return Long.parseLong(lines.findFirst().orElseThrow().strip());
    }
  }
}
