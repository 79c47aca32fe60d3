package io.privirec.stage.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;

/// Starts services in a fraction of their usual time: their jars are unpacked, and the JVM keeps
/// what it loaded and linked in a first life (JEP 514), and which code was hot (JEP 515). The
/// services are the same; only how their classes are loaded and compiled is not. Several processes
/// may use one directory.
///
/// @param directory for unpacked jars and caches, made where missing
/// @param tuning of the JVM
public record FastStart(Path directory, ServiceJars jars, Lives recorded, Tuning tuning) {
  /// Of a JVM that lives for seconds: what makes its start short counts more than what makes a sum
  /// fast.
  public static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  /// Names the directory, for processes that start services this way.
  private static final String PROPERTY = "lab.fast-start";

  private static final String RECORD = "-XX:AOTCacheOutput=";

  /// A person waits so long for JVMs that write down what they loaded.
  private static final Duration REMEMBERED_WITHIN = Duration.ofSeconds(60);

  /// Tests wait for it on a busy machine: without a cache, all later tests start slowly.
  private static final Duration REMEMBERED_WITHIN_TESTS = Duration.ofMinutes(3);

  private static final String RECORD_BEGUN = ".begun";

  private static final Duration GIVEN_UP_AFTER = Duration.ofHours(1);

  /// For what a JVM is tuned.
  public enum Tuning {
    /// Tests start services for seconds: they have [#SHORT_LIVED], and no flags of their own.
    SHORT_LIVED,
    /// With the service's own flags.
    SERVING
  }

  /// Which lives of a service are recorded for later ones.
  public enum Lives {
    ALL,
    /// Of several processes that share the directory, the first to start the service does it.
    FIRST,
    NONE
  }

  /// As the system property `lab.fast-start` says; empty without it.
  public static Optional<FastStart> ofThisProcess(ServiceJars jars) {
    return Optional.ofNullable(System.getProperty(PROPERTY))
        .map(directory -> new FastStart(Path.of(directory), jars, Lives.FIRST, Tuning.SHORT_LIVED));
  }

  /// For services that serve, with caches below the root of the source tree.
  public static FastStart ofServing(ServiceJars jars, Lives recorded) {
    return new FastStart(
        jars.home().resolve("target").resolve("start-cache"), jars, recorded, Tuning.SERVING);
  }

  /// How much longer than usual a service may take to end: where its life is remembered, what it
  /// loaded is written down then.
  static Duration patience(ServiceSpec service) {
    if (!isRecorded(service)) {
      return Duration.ZERO;
    }
    return System.getProperty(PROPERTY) == null ? REMEMBERED_WITHIN : REMEMBERED_WITHIN_TESTS;
  }

  /// Prepares a recorded service for its end by force: another JVM writes its cache, and would go
  /// on. The next start of the service is recorded in place of this start.
  static void killRecorded(ServiceSpec service, Process process) {
    for (String option : service.jvmOptions()) {
      if (!option.startsWith(RECORD)) {
        continue;
      }
      process
          .descendants()
          .filter(each -> each.info().commandLine().orElse("").contains(option))
          .forEach(ProcessHandle::destroyForcibly);
      Path cache = Path.of(option.substring(RECORD.length()));
      try {
        Files.deleteIfExists(cache);
        Files.deleteIfExists(Path.of(cache + RECORD_BEGUN));
      } catch (IOException kept) {
        // Then a recording is given up after an hour.
      }
    }
  }

  /// Whether a service writes down what it loaded when it ends.
  public static boolean isRecorded(ServiceSpec service) {
    return service.jvmOptions().stream().anyMatch(option -> option.startsWith(RECORD));
  }

  /// Unpacks the jar of a module, once for each build.
  ///
  /// @return the jar to start, with its libraries beside it
  public Path unpack(String module) throws IOException, InterruptedException {
    Path packed = jars.of(module);
    Path unpacked = directory.resolve(module + "-" + build(packed));
    Files.createDirectories(directory);
    // One process unpacks, and others wait for it; threads of one process share a lock.
    synchronized (FastStart.class) {
      try (FileChannel file =
              FileChannel.open(
                  directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock _ = file.lock()) {
        if (Files.notExists(unpacked)) {
          Path draft = Files.createTempDirectory(directory, module + "-draft-");
          extract(packed, draft);
          Files.move(draft, unpacked, StandardCopyOption.ATOMIC_MOVE);
        }
      }
    }
    return unpacked.resolve(packed.getFileName());
  }

  /// What is in a jar, as its directory says: builds are reproducible, so that the times of their
  /// files say nothing.
  private static String build(Path packed) throws IOException {
    CRC32 sums = new CRC32();
    try (ZipFile jar = new ZipFile(packed.toFile())) {
      jar.stream()
          .forEach(entry ->
              sums.update(
                  (entry.getName() + " " + entry.getCrc()).getBytes(StandardCharsets.UTF_8)));
    }
    return Long.toHexString(sums.getValue());
  }

  private static void extract(Path packed, Path to) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djarmode=tools",
                "-jar",
                packed.toString(),
                "extract",
                "--force",
                "--destination",
                to.toString())
            .redirectErrorStream(true)
            .start();
    String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("%s cannot be unpacked to %s: %s".formatted(packed, to, told));
    }
  }

  /// The service as it is started this way; without a cache where none could be made.
  public ServiceSpec faster(ServiceSpec service) throws IOException {
    Path cache = cache(service);
    List<String> all =
        new ArrayList<>(tuning == Tuning.SHORT_LIVED ? SHORT_LIVED : service.jvmOptions());
    if (isToBeRecorded(cache)) {
      all.add(RECORD + cache);
    } else if (Files.exists(cache)) {
      all.add("-XX:AOTCache=" + cache);
    }
    return new ServiceSpec(
        service.name(),
        service.jar(),
        service.port(),
        service.directory(),
        service.maxHeapBytes(),
        all,
        service.properties(),
        service.environment());
  }

  private boolean isToBeRecorded(Path cache) throws IOException {
    if (recorded != Lives.FIRST) {
      return recorded == Lives.ALL;
    }
    Path begun = Path.of(cache + RECORD_BEGUN);
    try {
      Files.createFile(begun);
      return true;
    } catch (FileAlreadyExistsException another) {
      return Files.notExists(cache) && isGivenUp(begun);
    }
  }

  /// A first life that was ended by force leaves no cache.
  private static boolean isGivenUp(Path begun) throws IOException {
    Instant now = Instant.now();
    if (Files.getLastModifiedTime(begun).toInstant().plus(GIVEN_UP_AFTER).isAfter(now)) {
      return false;
    }
    Files.setLastModifiedTime(begun, FileTime.from(now));
    return true;
  }

  /// Services of one jar share a cache; another JVM cannot use it.
  private static Path cache(ServiceSpec service) {
    return Path.of("%s-%s.aot".formatted(service.jar(), Runtime.version()));
  }
}
