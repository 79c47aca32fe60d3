package io.privirec.acceptance.load;

import io.privirec.stage.meters.Meters;
import io.privirec.stage.meters.MetersApi;
import io.privirec.stage.process.ServiceProcess;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/// The use that a service makes of its machine at a moment.
///
/// @param heap bytes in use right after a collection
/// @param handles open files and sockets of its process, without the connections of the sender.
///   Their number depends on the slowest answers. They stay open for longer than a short soak
///   takes.
/// @param connections to its database
/// @param disk bytes of its data directory, without the log that a database writes ahead: of that
///   PostgreSQL keeps as much as it is allowed to
record Footprint(long heap, long handles, long connections, long disk) {
  private static final String CONNECTIONS = "hikaricp_connections";
  private static final String REQUESTS = "http_server_requests_seconds_count";

  /// @param asking open connections of the sender
  static Footprint of(ServiceProcess service, int asking) throws IOException, InterruptedException {
    try (MetersApi meters = new MetersApi(service.uri(), Meters.MEMORY, CONNECTIONS)) {
      long heap = new LiveHeap(service.pid(), meters).bytes();
      return new Footprint(
          heap,
          handles(service.pid()) - asking,
          meters.meters().sum(CONNECTIONS, ""),
          bytes(service.spec().dataDirectory()));
    }
  }

  /// How many requests a service has answered with a status of 500 to 599.
  static long serverErrors(ServiceProcess service) throws IOException, InterruptedException {
    try (MetersApi meters = new MetersApi(service.uri(), "http_server_requests_seconds")) {
      return meters.meters().sum(REQUESTS, "status=\"5");
    }
  }

  private static long handles(long pid) throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
      return open.count();
    }
  }

  private static long bytes(Path directory) throws IOException {
    AtomicLong bytes = new AtomicLong();
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path below, BasicFileAttributes attributes) {
            return below.endsWith("pg_wal")
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes.addAndGet(attributes.size());
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException removedMeanwhile) {
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(
              Path below, @org.jspecify.annotations.Nullable IOException removedMeanwhile) {
            return FileVisitResult.CONTINUE;
          }
        });
    return bytes.get();
  }
}
