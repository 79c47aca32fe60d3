package io.privirec.stage.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// What database servers keep in the kernel beside their processes: System V segments and
/// semaphores under a key that PostgreSQL derives from the inode of its directory, and files in
/// `/dev/shm` that a server maps. All of it outlives a process that is killed. Linux only.
///
/// Safe for use by several threads.
public final class SharedMemory {
  private static final Path SEGMENTS = Path.of("/proc/sysvipc/shm");
  private static final Path SEMAPHORES = Path.of("/proc/sysvipc/sem");
  private static final String MAPPED_FILES = "/dev/shm/PostgreSQL.";

  private final Set<Integer> keys = new TreeSet<>();
  private final Set<String> files = new TreeSet<>();

  /// Notes what a server holds now; to be called again whenever it may hold something else.
  public synchronized void note(DatabaseServer server) {
    try {
      Object inode = Files.getAttribute(server.directory(), "unix:ino");
      keys.add((int) ((Number) inode).longValue());
    } catch (IOException | UnsupportedOperationException unknown) {
      return;
    }
    Optional<ProcessHandle> main = server.main();
    if (main.isPresent()) {
      files.addAll(mappedBy(main.get().pid()));
    }
  }

  private static List<String> mappedBy(long pid) {
    try (Stream<String> maps = Files.lines(Path.of("/proc", Long.toString(pid), "maps"))) {
      return maps.filter(line -> line.contains(MAPPED_FILES))
          .map(line -> line.substring(line.indexOf(MAPPED_FILES)).split(" ", 2)[0])
          .distinct()
          .toList();
    } catch (IOException | java.io.UncheckedIOException ended) {
      return List.of();
    }
  }

  /// What of all that was noted is there still, in words.
  public synchronized List<String> left() {
    List<String> left = new ArrayList<>();
    listed(SEGMENTS).forEach(key -> left.add("shared memory segment with key " + key));
    listed(SEMAPHORES).forEach(key -> left.add("semaphores with key " + key));
    files.stream().filter(file -> Files.exists(Path.of(file))).forEach(left::add);
    return left;
  }

  /// The first column of both tables is the key, in decimal; the first line names the columns.
  private List<Integer> listed(Path table) {
    try (Stream<String> lines = Files.lines(table)) {
      return lines
          .skip(1)
          .map(line -> Integer.valueOf(line.strip().split(" +", 2)[0]))
          .filter(keys::contains)
          .toList();
    } catch (IOException notLinux) {
      return List.of();
    }
  }
}
