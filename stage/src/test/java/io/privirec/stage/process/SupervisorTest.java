package io.privirec.stage.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SupervisorTest {
  private final Supervisor supervisor = new Supervisor();
  @TempDir private Path directory;

  @AfterEach
  void close() {
    supervisor.close();
  }

  private ServiceProcess start(String name, Map<String, String> options) throws IOException {
    return supervisor.start(TinySpec.of(directory, name, options));
  }

  @Test
  void awaitReady_serviceThatStarts_returnsAndCloseEndsIt() throws Exception {
    ServiceProcess one = start("one", Map.of());
    ServiceProcess two = start("two", Map.of());
    supervisor.awaitReady(one);
    supervisor.awaitReady(two);
    assertThat(supervisor.services()).containsExactly(one, two);
    assertThat(supervisor.ended()).isEmpty();
    supervisor.close();
    assertThat(one.isAlive()).isFalse();
    assertThat(two.isAlive()).isFalse();
    assertThatThrownBy(() -> supervisor.start(one.spec()))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void start_secrets_goThroughTheEnvironmentOnly() throws Exception {
    ServiceProcess service = start("one", Map.of("privirec.url", "x"));
    supervisor.awaitReady(service);
    assertThat(service.logTail()).contains("secret given: true");
    assertThat(service.spec().command())
        .contains("--privirec.url=x")
        .noneMatch(argument -> argument.contains("do-not-tell"));
    assertThat(service.spec().toString()).doesNotContain("do-not-tell");
  }

  @Test
  void awaitReady_serviceThatEnds_failsWithItsLog() throws Exception {
    ServiceProcess service = start("one", Map.of("fail", "no disk"));
    assertThatThrownBy(() -> supervisor.awaitReady(service))
        .isInstanceOfSatisfying(
            ServiceFailedException.class,
            failure -> {
              assertThat(failure).hasMessage("one ended with exit status 4");
              assertThat(failure.logTail()).contains("cannot start: no disk");
            });
    assertThat(supervisor.ended()).contains(service);
  }

  @Test
  void logTail_ofALongLog_isItsLastLines() throws Exception {
    ServiceProcess service = start("one", Map.of());
    supervisor.awaitReady(service);
    Files.writeString(
        service.log(),
        IntStream.range(0, 50_000).mapToObj(n -> "line " + n).collect(Collectors.joining("\n")));
    assertThat(service.logTail()).hasSize(40).startsWith("line 49960").endsWith("line 49999");
    Files.delete(service.log());
    assertThat(service.logTail()).isEmpty();
  }

  @Test
  void requireAllAlive_serviceWithoutMemory_failsByName() throws Exception {
    supervisor.requireAllAlive();
    ServiceProcess service = start("one", Map.of("hold", "200000000"));
    assertThat(service.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThatThrownBy(supervisor::requireAllAlive)
        .isInstanceOf(ServiceFailedException.class)
        .hasMessage("one ran out of memory (-Xmx67108864)");
  }

  @Test
  void start_afterTheServiceWasKilled_startsItAgain() throws Exception {
    ServiceProcess first = start("one", Map.of());
    supervisor.awaitReady(first);
    assertThatThrownBy(() -> supervisor.start(first.spec()))
        .isInstanceOf(IllegalStateException.class);
    ProcessHandle.of(first.pid()).orElseThrow().destroyForcibly();
    assertThat(first.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(first.howItEnded()).isEqualTo("was ended by signal 9");
    ServiceProcess second = supervisor.start(first.spec());
    supervisor.awaitReady(second);
    assertThat(supervisor.services()).containsExactly(second);
  }

  @Test
  void close_serviceThatDoesNotEnd_isNamedAndKilledWhenHurried() throws Exception {
    ServiceProcess service = start("deaf", Map.of());
    supervisor.awaitReady(service);
    List<String> waitedFor = new CopyOnWriteArrayList<>();
    try (AutoCloseable _ = ProcessSignals.stopped(service.pid())) {
      supervisor.close((services, atMost) -> {
        services.forEach(each -> waitedFor.add(each.name() + " " + !atMost.isNegative()));
        supervisor.hurry();
      });
    } catch (IOException ended) {
      // The process is gone, and needs no signal to go on.
    }
    assertThat(waitedFor).containsExactly("deaf true");
    assertThat(service.howItEnded()).isEqualTo("was ended by signal 9");
  }

  @Test
  void kill_recordedService_leavesNoPartOfACache() throws Exception {
    Path cache = Files.writeString(directory.resolve("x.aot"), "half");
    Path begun = Files.writeString(directory.resolve("x.aot.begun"), "");
    ServiceSpec tiny = TinySpec.of(directory, "recorded", Map.of());
    ServiceSpec recorded =
        new ServiceSpec(
            tiny.name(),
            tiny.jar(),
            tiny.port(),
            tiny.directory(),
            tiny.maxHeapBytes(),
            List.of("-XX:AOTCacheOutput=" + cache),
            tiny.properties(),
            tiny.environment());
    ServiceProcess service = supervisor.start(recorded);
    supervisor.awaitReady(service);

    supervisor.hurry();
    supervisor.close();

    assertThat(service.isAlive()).isFalse();
    assertThat(cache).doesNotExist();
    assertThat(begun).doesNotExist();
  }

  @Test
  void parent_thatIsGone_takesItsServicesWithIt() throws Exception {
    ServiceProcess service = start("one", Map.of());
    supervisor.awaitReady(service);
    service.process().getOutputStream().close();
    assertThat(service.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void memory_runningService_isSeen() throws Exception {
    ServiceProcess service = start("client-1", Map.of());
    supervisor.awaitReady(service);
    Path status = Path.of("/proc", String.valueOf(service.pid()), "status");
    if (Files.exists(status)) {
      assertThat(MemorySampler.anonymousBytes(status)).isBetween(1L << 20, 1L << 30);
    }
    assertThat(MemorySampler.anonymousBytes(directory.resolve("none"))).isZero();
  }
}
