package io.privirec.stage.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The directory of one run: a subdirectory per service. Readable by its owner only, and in use by
/// one run at a time.
public final class RunDirectory implements AutoCloseable {
  private static final String LOCK = "lock";

  private final Path path;
  private final boolean temporary;
  private final FileChannel lock;
  private boolean keepLogs;

  private RunDirectory(Path path, boolean temporary, FileChannel lock) {
    this.path = path;
    this.temporary = temporary;
    this.lock = lock;
  }

  /// A new directory that is deleted when closed.
  public static RunDirectory temporary() throws IOException {
    Path path = Files.createTempDirectory("privirec-run-");
    return new RunDirectory(path, true, locked(path));
  }

  /// A directory of fixed name, emptied; what an earlier run left running there is stopped first.
  ///
  /// @throws FileAlreadyExistsException when another run uses it
  public static RunDirectory at(Path path) throws IOException {
    Files.createDirectories(
        path.toAbsolutePath(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Path real = path.toRealPath();
    FileChannel lock = locked(real);
    RunDirectory directory = new RunDirectory(real, false, lock);
    directory.stopStaleProcesses();
    directory.empty();
    return directory;
  }

  private static FileChannel locked(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return channel;
      }
    } catch (OverlappingFileLockException ours) {
      // reported like a lock of another process
    }
    channel.close();
    throw new FileAlreadyExistsException(path.toString(), null, "another run uses this directory");
  }

  public Path path() {
    return path;
  }

  public Path of(String service) {
    return path.resolve(service);
  }

  /// Writes a secret to a file that only its owner can read.
  public Path writeSecret(String name, String secret) throws IOException {
    Path file = path.resolve(name);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(file, secret + "\n");
  }

  /// Keeps the logs of a temporary directory when it is closed.
  public void keepLogs() {
    keepLogs = true;
  }

  private void stopStaleProcesses() throws IOException {
    try (Stream<Path> services = Files.list(path)) {
      for (Path service : services.filter(Files::isDirectory).toList()) {
        Path pidFile = service.resolve("pid");
        if (Files.isRegularFile(pidFile)) {
          StaleProcess.stop(pidFile, service);
        }
      }
    }
    StaleProcess.stopDatabasesBelow(path);
  }

  private void empty() throws IOException {
    for (Path file : deepestFirst()) {
      if (!file.equals(path) && !file.equals(path.resolve(LOCK))) {
        Files.deleteIfExists(file);
      }
    }
  }

  private List<Path> deepestFirst() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      return files.sorted(Comparator.reverseOrder()).toList();
    }
  }

  /// Deletes a temporary directory, all of it or all but the logs.
  @Override
  public void close() throws IOException {
    lock.close();
    if (!temporary || !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    for (Path file : deepestFirst()) {
      if (!keepLogs || !file.toString().endsWith(".log")) {
        deleteUnlessFilled(file);
      }
    }
  }

  /// Directories stay where logs are kept in them.
  private static void deleteUnlessFilled(Path file) throws IOException {
    try {
      Files.deleteIfExists(file);
    } catch (DirectoryNotEmptyException keepsLogs) {
      return;
    }
  }
}
