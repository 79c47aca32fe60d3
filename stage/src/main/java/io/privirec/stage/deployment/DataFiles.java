package io.privirec.stage.deployment;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// The files of a service that are not its database's.
///
/// @param directory its data directory
record DataFiles(Path directory) {
  private static final String DATABASE = "postgres";

  /// Their lengths together; files may come and go meanwhile.
  long bytes() {
    Sum sum = new Sum(directory.resolve(DATABASE));
    try {
      Files.walkFileTree(directory, sum);
    } catch (IOException gone) {
      return sum.bytes;
    }
    return sum.bytes;
  }

  private static final class Sum extends SimpleFileVisitor<Path> {
    private final Path database;
    private long bytes;

    Sum(Path database) {
      this.database = database;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) {
      return visited.equals(database) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      bytes += attributes.size();
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException vanished) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException vanished) {
      return FileVisitResult.CONTINUE;
    }
  }
}
