package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.operator.http.AdminToken;
import io.privirec.operator.http.CoordinatorApi;
import io.privirec.stage.process.FastStart;
import io.privirec.stage.process.FreePorts;
import io.privirec.stage.process.ProcessesBelow;
import io.privirec.stage.process.ServiceJars;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lab as a user starts it: a process of its own with real services below it. */
final class LabRun implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Pattern DIRECTORY = Pattern.compile("their logs are below (\\S+)");

  private final Process process;
  private final Path output;
  private final int portBase;

  private LabRun(Process process, Path output, int portBase) {
    this.process = process;
    this.output = output;
    this.portBase = portBase;
  }

  /**
   * Starts {@code lab run} on free ports.
   *
   * @param home the user's home directory: state of runs without {@code --once} goes there
   */
  static LabRun start(Path home, List<String> options) throws IOException {
    int portBase = FreePorts.base(8);
    List<String> arguments =
        new ArrayList<>(List.of("run", "--port-base", String.valueOf(portBase)));
    arguments.addAll(options);
    return start(home, portBase, arguments);
  }

  /** Starts another command, which finds ports by itself. */
  static LabRun startCommand(Path home, List<String> arguments) throws IOException {
    return start(home, 0, arguments);
  }

  private static LabRun start(Path home, int portBase, List<String> arguments) throws IOException {
    ServiceJars jars = ServiceJars.ofThisTree();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Optional.ofNullable(System.getProperty("lab.fast-start"))
        .ifPresent(fast -> command.add("-Dlab.fast-start=" + fast));
    command.addAll(FastStart.SHORT_LIVED);
    command.addAll(
        List.of(
            "-Xmx1g",
            "--add-modules=jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "-Duser.home=" + home,
            "-Dlab.home=" + jars.home(),
            "-jar",
            jars.of("lab-cli").toString()));
    command.addAll(arguments);
    Path output = home.resolve("output-" + portBase);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(output.toFile());
    withDatabasesOfItsOwn(builder);
    return new LabRun(builder.start(), output, portBase);
  }

  /** An external database that tests share would carry one run's catalogue into the next. */
  static void withDatabasesOfItsOwn(ProcessBuilder builder) {
    builder.environment().keySet().removeIf(name -> name.startsWith("SPRING_DATASOURCE_"));
  }

  String output() throws IOException {
    return Files.readString(output);
  }

  URI uri(int offset) {
    return URI.create("http://127.0.0.1:" + (portBase + offset));
  }

  /** Waits until the run has printed something. */
  Matcher awaitOutput(Pattern pattern) throws IOException, InterruptedException {
    return await(() -> {
      Matcher matcher = pattern.matcher(output());
      return matcher.find() ? Optional.of(matcher) : Optional.empty();
    });
  }

  /** Waits for the end of the run and returns its exit status. */
  int awaitExit() throws InterruptedException, IOException {
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as(output()).isTrue();
    return process.exitValue();
  }

  /**
   * Stops the run as Ctrl-C does and checks its exit status. Where the shell that runs the tests
   * ignores SIGINT, as it does for what it starts in the background, so does the run: there SIGTERM
   * takes its place.
   */
  void stop() throws IOException, InterruptedException {
    boolean ignored = ignoresInterrupts();
    signal(ignored ? "TERM" : "INT", process.pid());
    assertThat(awaitExit()).as(output()).isEqualTo(ignored ? 143 : 130);
  }

  /** Signal 2 is the second bit of the mask of ignored signals, which children inherit. */
  private static boolean ignoresInterrupts() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) {
      return false;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("SigIgn:"))
        .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
        .anyMatch(mask -> (mask & 0b10) != 0);
  }

  /** Kills a service as the kernel does when memory is short. */
  void kill(String service) throws IOException, InterruptedException {
    Matcher pid = awaitOutput(Pattern.compile("  " + service + " +http://\\S+ +process (\\d+)"));
    signal("KILL", Long.parseLong(pid.group(1)));
  }

  private static void signal(String name, long pid) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
    assertThat(kill.waitFor()).isZero();
  }

  /** The run's session, as soon as a condition holds for it. */
  SessionView awaitSession(Predicate<SessionView> condition)
      throws IOException, InterruptedException {
    awaitOutput(Pattern.compile("^session ", Pattern.MULTILINE));
    try (CoordinatorApi coordinator = coordinator()) {
      return await(() -> coordinator.sessions().stream().filter(condition).findFirst());
    }
  }

  CoordinatorApi coordinator() throws IOException, InterruptedException {
    Path token = runDirectory().resolve("coordinator-admin-token");
    return new CoordinatorApi(uri(0), new AdminToken(Files.readString(token).strip()));
  }

  Path runDirectory() throws IOException, InterruptedException {
    return Path.of(awaitOutput(DIRECTORY).group(1));
  }

  /** Fails when a process names the run's directory: services and databases all do. */
  void assertNothingIsLeft() throws IOException, InterruptedException {
    assertThat(ProcessesBelow.of(runDirectory())).isEmpty();
  }

  private interface Probe<T> {
    Optional<T> look() throws IOException, InterruptedException;
  }

  private <T> T await(Probe<T> probe) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      boolean over = !process.isAlive();
      Optional<T> seen = probe.look();
      if (seen.isPresent()) {
        return seen.get();
      }
      assertThat(over || System.nanoTime() > deadline).as("in vain:%n%s", output()).isFalse();
      Thread.sleep(POLL);
    }
  }

  /** Ends the run, and with it everything below it, also after a failed assertion. */
  @Override
  public void close() {
    process.destroy();
    process.onExit().completeOnTimeout(process, 1, TimeUnit.MINUTES).join();
    process.destroyForcibly();
  }
}
