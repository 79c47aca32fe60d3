package io.privirec.coordinator.release;

import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The directories of releases. One appears whole, by renaming, and never changes afterwards.
final class ReleaseFiles {
  private final Path root;

  ReleaseFiles(Path root) {
    this.root = root;
  }

  /// Whether the release's directory is complete.
  boolean has(String id) {
    return Files.exists(directory(id).resolve(ReleaseManifest.SIGNATURE));
  }

  /// Where a release's files lie.
  Path directory(String id) {
    return root.resolve(id);
  }

  /// An empty directory to write a release into.
  Path draft(String id) throws IOException {
    Path draft = root.resolve("." + id);
    if (Files.exists(draft)) {
      try (Stream<Path> files = Files.walk(draft)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    return Files.createDirectory(draft);
  }

  /// Makes the draft durable and gives it its place.
  void publish(String id) throws IOException {
    Path draft = root.resolve("." + id);
    List<Path> files;
    try (Stream<Path> listing = Files.list(draft)) {
      files = listing.toList();
    }
    for (Path file : files) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
    }
    sync(draft);
    Files.move(draft, directory(id), StandardCopyOption.ATOMIC_MOVE);
    sync(root);
  }

  private static void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
