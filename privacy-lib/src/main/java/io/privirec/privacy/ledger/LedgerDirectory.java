package io.privirec.privacy.ledger;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// A directory of ledgers, and one of their copies, which exist. One process has it at a time: the
/// kernel frees the lock when its holder dies.
public final class LedgerDirectory implements AutoCloseable {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,127}");

  private final Path directory;
  private final Optional<Path> copies;
  private final FileChannel lock;
  private final Map<String, Ledger> ledgers = new ConcurrentHashMap<>();

  private LedgerDirectory(Path directory, Optional<Path> copies, FileChannel lock) {
    this.directory = directory;
    this.copies = copies;
    this.lock = lock;
  }

  /// Takes a directory.
  ///
  /// @param copies another directory, on another disk if possible; empty if no copies are kept
  /// @throws LedgersInUseException if another process has it
  /// @throws IOException if it cannot be written to
  public static LedgerDirectory open(Path directory, Optional<Path> copies) throws IOException {
    if (copies.filter(directory::equals).isPresent()) {
      throw new IllegalArgumentException("copies of ledgers must have a directory of their own");
    }
    FileChannel lock =
        FileChannel.open(
            directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!isTaken(lock)) {
      lock.close();
      throw new LedgersInUseException(directory);
    }
    return new LedgerDirectory(directory, copies, lock);
  }

  private static boolean isTaken(FileChannel lock) throws IOException {
    try {
      return lock.tryLock() != null;
    } catch (OverlappingFileLockException _) {
      return false;
    }
  }

  /// The ledger of that name, the same for everyone who asks. Its file comes with its first entry.
  ///
  /// @param name lower-case letters, digits and `-`
  public Ledger ledger(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("the name of a ledger must match " + NAME.pattern());
    }
    return ledgers.computeIfAbsent(
        name,
        _ ->
            new Ledger(
                name, file(directory, name), copies.map(elsewhere -> file(elsewhere, name))));
  }

  private static LedgerFile file(Path directory, String name) {
    return new LedgerFile(directory.resolve(name + ".ledger"));
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
