package io.privirec.coordinator.release;

import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.datadir.DurableFiles;
import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/// The directories of releases. One appears whole, by renaming, and never changes afterwards.
@Component
record ReleaseFiles(Path root) {
  private static final Logger log = LoggerFactory.getLogger(ReleaseFiles.class);

  /// Begins the names of drafts; no release's id does.
  private static final String DRAFT = ".";

  @Autowired
  ReleaseFiles(DataDirectory data) {
    this(data.directory("releases"));
  }

  /// Whether the release's directory is complete.
  boolean has(String id) {
    return Files.exists(directory(id).resolve(ReleaseManifest.SIGNATURE));
  }

  /// Where a release's files lie.
  Path directory(String id) {
    return root.resolve(id);
  }

  /// A new, empty directory to write a release into. Two processes may do that at once, when one
  /// was thought dead: never into one directory.
  Path draft(String id) throws IOException {
    return Files.createDirectory(root.resolve(DRAFT + id + "-" + UUID.randomUUID()));
  }

  /// Removes a draft that nothing came of, as far as that can be done; the rest is swept later.
  void discard(Path draft) {
    try {
      DurableFiles.deleteTree(draft);
    } catch (IOException | UncheckedIOException e) {
      log.warn("The draft of a release could not be removed: {}", e.toString());
    }
  }

  /// Makes a draft durable and gives it its place, unless the release has one already.
  void publish(Path draft, String id) throws IOException {
    List<Path> files;
    try (Stream<Path> listing = Files.list(draft)) {
      files = listing.toList();
    }
    for (Path file : files) {
      DurableFiles.sync(file);
    }
    DurableFiles.syncDirectory(draft);
    try {
      DurableFiles.place(draft, directory(id));
    } catch (FileSystemException e) {
      if (!has(id)) {
        throw e;
      }
      DurableFiles.deleteTree(draft);
    }
  }

  /// Ids of releases that lie here.
  Set<String> ids() throws IOException {
    return names().filter(name -> !name.startsWith(DRAFT)).collect(Collectors.toSet());
  }

  /// Removes drafts that nobody has written to since then: a crash left them.
  ///
  /// @return how many
  int sweepDrafts(Instant untouchedSince) throws IOException {
    int removed = 0;
    for (String name : names().filter(name -> name.startsWith(DRAFT)).toList()) {
      if (isOlder(root.resolve(name), untouchedSince)) {
        DurableFiles.deleteTree(root.resolve(name));
        removed++;
      }
    }
    return removed;
  }

  /// Whether nothing of a release was written since then.
  boolean isOlder(String id, Instant then) throws IOException {
    return isOlder(directory(id), then);
  }

  /// Removes a release.
  void delete(String id) throws IOException {
    DurableFiles.deleteTree(directory(id));
  }

  private Stream<String> names() throws IOException {
    try (Stream<Path> listing = Files.list(root)) {
      return listing.map(path -> path.getFileName().toString()).toList().stream();
    }
  }

  private static boolean isOlder(Path directory, Instant then) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.toList()) {
        if (!Files.getLastModifiedTime(file).toInstant().isBefore(then)) {
          return false;
        }
      }
      return true;
    } catch (NoSuchFileException _) {
      return false;
    }
  }
}
