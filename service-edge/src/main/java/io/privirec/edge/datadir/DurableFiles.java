package io.privirec.edge.datadir;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// File operations whose result survives a power failure. Syncing a file makes its bytes durable;
/// its name is an entry of the directory, which has to be synced as well.
public final class DurableFiles {
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private DurableFiles() {}

  /// Renames a complete, synced draft to its place, durably. A file that lies there is replaced, a
  /// directory with content is not.
  public static void place(Path draft, Path target) throws IOException {
    Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    syncDirectory(parentOf(target));
  }

  /// Gives a complete, synced draft its place unless the name is taken, durably. The draft's own
  /// name is gone afterwards.
  ///
  /// @return false when somebody else was faster: their file stays
  public static boolean placeFirst(Path draft, Path target) throws IOException {
    try {
      // Unlike renaming, linking never replaces.
      Files.createLink(target, draft);
    } catch (FileAlreadyExistsException _) {
      return false;
    } catch (UnsupportedOperationException _) {
      Files.move(draft, target);
    } finally {
      Files.deleteIfExists(draft);
    }
    syncDirectory(parentOf(target));
    return true;
  }

  /// Makes a file's bytes durable.
  public static void sync(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /// Makes the names in a directory durable.
  public static void syncDirectory(Path directory) throws IOException {
    // Elsewhere a directory cannot be opened, and names are durable with the files.
    if (POSIX) {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  /// Creates a directory and those above it, where missing, durably.
  public static Path createDirectories(Path directory) throws IOException {
    if (Files.notExists(directory)) {
      Path parent = parentOf(directory);
      createDirectories(parent);
      Files.createDirectories(directory);
      syncDirectory(parent);
    }
    return directory;
  }

  /// Removes a file or a directory with everything in it; others may be removing it, too.
  public static void deleteTree(Path tree) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> files = Files.walk(tree)) {
      deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
    } catch (NoSuchFileException _) {
      return;
    }
    for (Path file : deepestFirst) {
      Files.deleteIfExists(file);
    }
  }

  private static Path parentOf(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    if (parent == null) {
      throw new IllegalArgumentException("a root has no parent: " + file);
    }
    return parent;
  }
}
