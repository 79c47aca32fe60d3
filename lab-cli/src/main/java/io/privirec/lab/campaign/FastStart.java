package io.privirec.lab.campaign;

import io.privirec.lab.process.ServiceJars;
import io.privirec.lab.process.ServiceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Makes services start in a fraction of their usual time, which a campaign does hundreds of times:
/// their jars are unpacked, and the JVM keeps what it loaded and linked in a first life (JEP 514).
/// The services are the same; only their class loading is.
final class FastStart {
  /// They live for seconds: what makes a start short counts more than what makes a sum fast.
  private static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private final Path directory;
  private final ServiceJars jars;

  /// @param directory for unpacked jars and caches, made where missing
  FastStart(Path directory, ServiceJars jars) {
    this.directory = directory;
    this.jars = jars;
  }

  /// Unpacks the jar of a module, once.
  ///
  /// @return the jar to start, with its libraries beside it
  Path unpack(String module) throws IOException, InterruptedException {
    Path packed = jars.of(module);
    Path unpacked = directory.resolve(module);
    if (Files.notExists(unpacked)) {
      Files.createDirectories(directory);
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Djarmode=tools",
                  "-jar",
                  packed.toString(),
                  "extract",
                  "--destination",
                  unpacked.toString())
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve(module + "-extract.log").toFile())
              .start();
      if (process.waitFor() != 0) {
        throw new IOException("the jar of " + module + " cannot be unpacked; see " + directory);
      }
    }
    return unpacked.resolve(packed.getFileName());
  }

  /// The service as it is started when its first life is to be remembered.
  ServiceSpec recording(ServiceSpec service) {
    return with(service, List.of("-XX:AOTCacheOutput=" + cache(service)));
  }

  /// The service as it is started from then on; without a cache where none could be made.
  ServiceSpec quick(ServiceSpec service) {
    Path cache = cache(service);
    return with(service, Files.exists(cache) ? List.of("-XX:AOTCache=" + cache) : List.of());
  }

  private static ServiceSpec with(ServiceSpec service, List<String> options) {
    List<String> all = new ArrayList<>(SHORT_LIVED);
    all.addAll(options);
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

  /// Services of one jar share a cache.
  private Path cache(ServiceSpec service) {
    return directory.resolve(service.jar().getFileName() + ".aot");
  }
}
