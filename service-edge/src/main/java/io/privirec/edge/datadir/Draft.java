package io.privirec.edge.datadir;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// A file that is written beside its place and renamed when it is complete: at its place, readers
/// find the whole file or no file. A draft that is closed before it is placed is deleted. If the
/// process ends before, the draft stays, and the next draft for this place replaces it.
///
/// Drafts for one place must not be open at the same time.
public final class Draft implements AutoCloseable {
  private static final String SUFFIX = ".part";

  private final Path target;
  private final Path draft;
  private final FileChannel channel;

  private Draft(Path target, Path draft, FileChannel channel) {
    this.target = target;
    this.draft = draft;
    this.channel = channel;
  }

  /// Begins an empty draft in the directory of its place, which must exist.
  public static Draft of(Path target) throws IOException {
    Path draft = path(target);
    return new Draft(
        target,
        draft,
        FileChannel.open(
            draft,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE));
  }

  /// Returns the path of a draft for a place.
  public static Path path(Path target) {
    return target.resolveSibling(target.getFileName() + SUFFIX);
  }

  /// Returns the content so far, for writes.
  public FileChannel channel() {
    return channel;
  }

  /// Renames the complete draft to its place. After a power failure, the file may be there with
  /// other bytes.
  public void place() throws IOException {
    channel.close();
    Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
  }

  /// Renames the complete draft to its place. A power failure keeps bytes and name.
  public void placeDurably() throws IOException {
    channel.force(true);
    channel.close();
    DurableFiles.place(draft, target);
  }

  @Override
  public void close() throws IOException {
    channel.close();
    Files.deleteIfExists(draft);
  }
}
