package io.privirec.privacy.ledger;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;

/// The bytes of one file. What a method has written is on the disk when it returns.
record LedgerFile(Path path) {
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private static final FileAttribute<?>[] OWNER_ONLY =
      POSIX
          ? new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
          }
          : new FileAttribute<?>[0];

  /// Empty where there is no file.
  byte[] read() throws IOException {
    return Files.exists(path) ? Files.readAllBytes(path) : new byte[0];
  }

  /// Makes the file have these bytes. Where it has others from some place on, they are cut off.
  void extend(byte[] bytes) throws IOException {
    boolean isNew = Files.notExists(path);
    byte[] there = read();
    int other = Arrays.mismatch(there, bytes);
    int same = other < 0 ? bytes.length : other;
    try (FileChannel file =
        FileChannel.open(
            path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OWNER_ONLY)) {
      file.truncate(same);
      write(file, ByteBuffer.wrap(bytes, same, bytes.length - same), same);
    }
    if (isNew) {
      syncDirectory();
    }
  }

  /// Puts other bytes in the place of the file, which is kept aside.
  void replace(byte[] bytes) throws IOException {
    Path draft = path.resolveSibling(path.getFileName() + ".new");
    Files.deleteIfExists(draft);
    try (FileChannel file =
        FileChannel.open(
            draft, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ONLY)) {
      write(file, ByteBuffer.wrap(bytes), 0);
    }
    if (Files.exists(path)) {
      Files.createLink(unused(), path);
    }
    Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
    syncDirectory();
  }

  private Path unused() {
    int number = 1;
    while (Files.exists(aside(number))) {
      number++;
    }
    return aside(number);
  }

  private Path aside(int number) {
    return path.resolveSibling("%s.replaced-%s".formatted(path.getFileName(), number));
  }

  private static void write(FileChannel file, ByteBuffer bytes, long position) throws IOException {
    long at = position;
    while (bytes.hasRemaining()) {
      at += file.write(bytes, at);
    }
    file.force(true);
  }

  private void syncDirectory() throws IOException {
    // Elsewhere a directory cannot be opened, and names are durable with the files.
    if (POSIX) {
      try (FileChannel directory =
          FileChannel.open(path.resolveSibling("."), StandardOpenOption.READ)) {
        directory.force(true);
      }
    }
  }
}
