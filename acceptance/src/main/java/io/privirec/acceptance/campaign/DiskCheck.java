package io.privirec.acceptance.campaign;

import io.privirec.stage.process.ServiceSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Files of sessions that are over: there must be none but their releases.
final class DiskCheck {
  /// Below a service's data directory: what must hold no file while no session runs.
  private static final List<String> EMPTY_COORDINATOR =
      List.of("blobs", "masked-sums", "sums", "sessions");

  private static final List<String> EMPTY_CLIENT = List.of("sessions/broadcasts");

  /// Below a client's: the newest of each participant stays, for the sessions of its interval.
  private static final String SNAPSHOTS = "sessions/snapshots";

  private DiskCheck() {}

  /// What lies in the data directories and should not, in words.
  ///
  /// @param published ids of the releases of published sessions
  static List<String> left(List<ServiceSpec> services, Set<String> published) throws IOException {
    List<String> left = new ArrayList<>();
    for (ServiceSpec service : services) {
      boolean coordinator = service.equals(services.getFirst());
      for (String directory : coordinator ? EMPTY_COORDINATOR : EMPTY_CLIENT) {
        filesBelow(service.dataDirectory().resolve(directory))
            .forEach(file -> left.add(service.name() + ": " + file));
      }
      if (!coordinator) {
        filesBelow(service.dataDirectory().resolve(SNAPSHOTS)).stream()
            .collect(Collectors.groupingBy(file -> Objects.requireNonNull(file.getParent())))
            .forEach((participant, files) -> {
              if (files.size() > 1) {
                left.add(service.name() + ": more than the newest snapshot: " + files);
              }
            });
      }
    }
    Path releases = services.getFirst().dataDirectory().resolve("releases");
    try (Stream<Path> children = Files.list(releases)) {
      children
          .map(child -> child.getFileName().toString())
          .filter(name -> !published.contains(name))
          .forEach(name -> left.add("release nobody published: " + name));
    }
    return left;
  }

  private static List<Path> filesBelow(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).toList();
    } catch (UncheckedIOException vanished) {
      // Something is being tidied up right now.
      return List.of(directory);
    }
  }
}
